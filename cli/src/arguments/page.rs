//! The arguments of `gordian page`.

use clap::Args;

#[derive(Args, Debug)]
#[command(after_help = "\
The page is served to this machine alone, on 127.0.0.1, until the program ends (Ctrl-C). It is part of the program, \
which reads no file and answers no other address.

Examples:
  gordian page
  gordian page --port 8080 --no-open")]
pub(crate) struct PageArguments {
    /// Serve on this port, instead of one that is free
    #[arg(long, value_name = "PORT")]
    pub(crate) port: Option<u16>,
    /// Print the address, and open no browser
    #[arg(long)]
    pub(crate) no_open: bool,
}
