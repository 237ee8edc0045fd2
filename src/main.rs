//! The command `isotask`.

fn main() -> std::process::ExitCode {
    isotask::cli::run(std::env::args_os())
}
