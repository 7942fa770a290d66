//! A file of zstd: frames one after the other, each with its checksum.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// How much is decoded at once, at least.
const PIECE: usize = 128 << 10;

/// The text of all frames.
pub(super) struct ZstdReader<R> {
    input: R,
    frame: FrameDecoder,
    /// Whether a frame has been begun that has not been checked at its end.
    inside: bool,
    /// How many bytes of it have been handed out.
    n_bytes: u64,
}

impl<R: BufRead> ZstdReader<R> {
    pub(super) fn new(input: R) -> ZstdReader<R> {
        ZstdReader { input, frame: FrameDecoder::new(), inside: false, n_bytes: 0 }
    }

    /// Begins the next frame of text; false at the end of the file.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.input.fill_buf()?.is_empty() {
            match self.frame.reset(&mut self.input) {
                Ok(()) => return Ok(true),
                // Frames that hold something else, such as an index, say how long they are.
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let length = u64::from(length);
                    let skipped = io::copy(&mut self.input.by_ref().take(length), &mut io::sink())?;
                    if skipped < length {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// The decoder leaves it to us to compare what it has added up with what the frame says. A
    /// frame that does not tell its length has 0 there.
    fn check(&self) -> io::Result<()> {
        let bad = |why| Err(io::Error::new(io::ErrorKind::InvalidData, why));
        let length = self.frame.content_size();
        if length != 0 && length != self.n_bytes {
            return bad("the length does not agree");
        }
        match self.frame.get_checksum_from_data() {
            Some(sum) if self.frame.get_calculated_checksum() != Some(sum) => {
                bad("the checksum does not agree")
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for ZstdReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            let n = self.frame.read(buffer)?;
            if n > 0 {
                self.n_bytes += n as u64;
                return Ok(n);
            }
            if self.inside && !self.frame.is_finished() {
                self.frame
                    .decode_blocks(&mut self.input, BlockDecodingStrategy::UptoBytes(PIECE))
                    .map_err(io::Error::other)?;
                continue;
            }
            if self.inside {
                self.check()?;
            }
            self.n_bytes = 0;
            self.inside = self.next_frame()?;
            if !self.inside {
                return Ok(0);
            }
        }
    }
}
