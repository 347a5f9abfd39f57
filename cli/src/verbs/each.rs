//! Asks about every puzzle of some files, with several threads, and prints the answers in order.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use gordian_formula::text::escaped;
use gordian_formula::{Clock, Instant};
use serde::Serialize;

use super::answer;
use crate::arguments::Usual;
use crate::ask::{Ask, Ended};
use crate::failure::Failure;
use crate::given::{Given, Label};
use crate::progress::{ProgressLine, grouped};
use crate::reading;
use crate::render::json;
use crate::render::report::Exit;
use crate::session::Session;
use crate::signals::Signals;
use crate::watch::in_words;

/// One of the puzzles.
struct Asked {
    heading: Heading,
    /// The subject, or the reason why its file cannot be read.
    given: Result<Given, String>,
}

/// The fields that come before those of the answer.
#[derive(Clone, Serialize)]
struct Heading {
    input: String,
    puzzle: Label,
}

/// The document in place of an answer.
#[derive(Serialize)]
struct Refused {
    error: String,
}

/// The line to print about a puzzle.
struct Answered {
    heading: Heading,
    /// The document or the sentence, with the end of its line; or the reason why there is none.
    answer: Result<Vec<u8>, String>,
    warnings: Vec<String>,
}

/// The work that the threads share.
struct Crew<'a, A> {
    verb: &'a A,
    usual: &'a Usual,
    signals: &'a Signals,
    clock: Clock,
    asked: Mutex<std::iter::Enumerate<std::vec::IntoIter<Asked>>>,
}

/// Asks about every puzzle of the files.
pub(super) fn ask<A: Ask + Sync>(verb: &A, files: &[PathBuf], session: &mut Session) -> Result<Exit, Failure> {
    if files.is_empty() {
        return Err(Failure::new("--each needs the names of files; `-` is standard input"));
    }
    reading::only_one_is_stdin(files)?;
    let (asked, is_whole) = puzzles(session, files);
    let total = asked.len();
    let usual = Usual { common: session.common.clone(), reading: session.reading.clone() };
    // Becomes true when nobody reads the answers any more.
    let is_unread = Arc::new(AtomicBool::new(false));
    let clock = session.clock().with_flag(Arc::clone(&is_unread));
    let crew = Crew {
        verb,
        usual: &usual,
        signals: &session.signals.clone(),
        clock,
        asked: Mutex::new(asked.into_iter().enumerate()),
    };
    let threads = session
        .common
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), |threads| threads as usize);
    let mut printer = Printer::new(session, total, is_unread);
    let (sender, answers) = channel();
    thread::scope(|scope| {
        let work = |sender: Sender<(usize, Answered)>| crew.work(&sender);
        let started = (0..threads.min(total)).filter(|_| {
            let sender = sender.clone();
            thread::Builder::new().spawn_scoped(scope, move || work(sender)).is_ok()
        });
        if started.count() == 0 {
            crew.work(&sender);
        }
        drop(sender);
        printer.print_all(&answers)
    })?;
    printer.finish(is_whole)
}

/// The puzzles of the files, and whether these are all: a signal may come first.
fn puzzles(session: &Session, files: &[PathBuf]) -> (Vec<Asked>, bool) {
    let mut asked = Vec::new();
    for path in files {
        let input = path.display().to_string();
        let heading = |puzzle| Heading { input: input.clone(), puzzle };
        match reading::parts(session, path) {
            Ok(parts) => {
                let one = |(puzzle, given)| Asked { heading: heading(puzzle), given: Ok(given) };
                asked.extend(parts.into_iter().map(one));
            }
            Err(Ended::Interrupted) => return (asked, false),
            Err(Ended::Failure(failure)) => {
                asked.push(Asked { heading: heading(Label::Number(1)), given: Err(failure.to_string()) });
            }
            Err(Ended::Refuted { error, .. }) => {
                asked.push(Asked { heading: heading(Label::Number(1)), given: Err(error.to_string()) });
            }
        }
    }
    (asked, true)
}

impl<A: Ask> Crew<'_, A> {
    /// Answers one question after the other, until there are none or the run is stopped. If the time
    /// is over, the rest is answered too: it is not known, as of a single puzzle.
    fn work(&self, answers: &Sender<(usize, Answered)>) {
        while !self.clock.is_flagged() {
            let next = self.asked.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, asked)) = next else { return };
            if answers.send((index, self.answer(asked))).is_err() {
                return;
            }
        }
    }

    fn answer(&self, Asked { heading, given }: Asked) -> Answered {
        let given = match given {
            Ok(given) => given,
            Err(error) => return Answered { heading, answer: Err(error), warnings: Vec::new() },
        };
        let mut session = Session::for_one(self.usual, self.signals, self.clock.clone(), given);
        let answer = answer::ask(self.verb, &mut session).map_err(|failure| failure.to_string());
        let Session { out, warnings, .. } = session;
        Answered { heading, answer: answer.map(|_| out.into_kept()), warnings }
    }
}

/// Prints answers in the order of the questions.
struct Printer<'a> {
    session: &'a mut Session,
    line: ProgressLine,
    started: Instant,
    total: usize,
    printed: usize,
    answered: usize,
    has_errors: bool,
    /// Answers that came before those that are to be printed first.
    waiting: BTreeMap<usize, Answered>,
    is_unread: Arc<AtomicBool>,
}

impl<'a> Printer<'a> {
    fn new(session: &'a mut Session, total: usize, is_unread: Arc<AtomicBool>) -> Printer<'a> {
        let line = session.progress_line();
        let (started, waiting) = (Instant::now(), BTreeMap::new());
        Printer { session, line, started, total, printed: 0, answered: 0, has_errors: false, waiting, is_unread }
    }

    /// Prints what comes, until nothing more does.
    fn print_all(&mut self, answers: &Receiver<(usize, Answered)>) -> io::Result<()> {
        while let Ok(first) = answers.recv() {
            let mut at_hand = std::iter::once(first).chain(answers.try_iter());
            // On a terminal, what is written while the bar stands there would be written behind it.
            let flushed = self.line.clone().suspend(|| {
                at_hand.try_for_each(|(index, answered)| self.take(index, answered))?;
                self.session.flush()
            });
            if flushed.is_err() || self.session.out.is_closed() {
                self.is_unread.store(true, Ordering::Relaxed);
                return flushed;
            }
            self.show_progress();
        }
        Ok(())
    }

    /// Prints all answers for which none is missing before them.
    fn take(&mut self, index: usize, answered: Answered) -> io::Result<()> {
        self.answered += 1;
        self.waiting.insert(index, answered);
        while let Some(next) = self.waiting.remove(&self.printed) {
            self.printed += 1;
            self.print(next)?;
        }
        Ok(())
    }

    fn print(&mut self, Answered { heading, answer, warnings }: Answered) -> io::Result<()> {
        let out = &mut self.session.out;
        // The picture of an error, which takes lines of its own, is left out.
        let answer = answer.map_err(|error| error.lines().next().unwrap_or_default().to_owned());
        self.has_errors |= answer.is_err();
        if self.session.common.json {
            return match answer {
                Ok(document) => json::print_after(out, &heading, &document),
                Err(error) => {
                    let mut document = Vec::new();
                    json::write(&mut document, &Refused { error })?;
                    json::print_after(out, &heading, &document)?;
                    writeln!(out)
                }
            };
        }
        let name = format!("{} {}", heading.input, heading.puzzle);
        let name = escaped(&name);
        match answer {
            Ok(sentence) => write!(out, "{name}: ").and_then(|()| out.write_all(&sentence))?,
            Err(error) => writeln!(out, "{name}: error: {}", escaped(&error))?,
        }
        for warning in warnings.iter().filter(|_| !self.session.common.quiet) {
            // If standard error fails, there is nobody to tell.
            let _ = writeln!(io::stderr(), "gordian: note: {name}: {warning}");
        }
        Ok(())
    }

    fn show_progress(&self) {
        let seconds = self.started.elapsed().as_secs_f64().max(0.001);
        let rate = self.answered as f64 / seconds;
        let left = in_words((self.total - self.answered) as f64 / rate);
        let [done, all] = [self.answered, self.total].map(|number| grouped(number as u128));
        self.line.show(|| format!("{done} of {all} puzzles, {rate:.1} a second, about {left} left"));
    }

    /// Prints what still waits for others, which were not answered, and says how many these are.
    fn finish(mut self, is_whole: bool) -> Result<Exit, Failure> {
        self.line.clear();
        for answered in std::mem::take(&mut self.waiting).into_values() {
            self.print(answered)?;
        }
        self.session.flush()?;
        let left = self.total - self.answered;
        if (left > 0 || !is_whole) && !self.session.out.is_closed() {
            let reason =
                self.session.signals.name().map_or("the time is over".to_owned(), |name| format!("stopped by {name}"));
            let more = if is_whole { "" } else { ", and those of files that were not read," };
            let _ = writeln!(io::stderr(), "gordian: {reason}: {left} of {} puzzles{more} are left", self.total);
        }
        Ok(Exit::Each { all_answered: !self.has_errors })
    }
}
