//! bezant, the program.

fn main() -> std::process::ExitCode {
    bezant_cli::main()
}
