//! `bezant demo`.

use std::process::ExitCode;

use crate::args::DemoArgs;

pub fn run(args: DemoArgs) -> anyhow::Result<ExitCode> {
    let _ = args.write;
    Ok(ExitCode::SUCCESS)
}
