use std::thread;

use gordian_formula::Var;

use super::*;

fn parcel(number: usize) -> Parcel {
    Parcel { lits: vec![Var::from_index(number).positive(), Var::from_index(0).negative()], glue: 1, known: 0 }
}

fn numbers(batches: &[Arc<Batch>]) -> Vec<(usize, Vec<usize>)> {
    let of = |batch: &Batch| batch.parcels.iter().map(|parcel| parcel.lits[0].var().index()).collect();
    batches.iter().map(|batch| (batch.from, of(batch))).collect()
}

fn ports(workers: usize, has_meetings: bool) -> (Vec<Port>, Arc<Pool>, Terminator) {
    let stop = Terminator::new();
    let pool = Arc::new(Pool::new(workers, has_meetings, stop.clone(), None));
    let ports = (0..workers).map(|worker| Port::new(Arc::clone(&pool), worker, workers, 0)).collect();
    (ports, pool, stop)
}

#[test]
fn each_worker_gets_what_the_others_hand_out_once() {
    let (mut ports, pool, _) = ports(3, false);
    ports[0].parcels = vec![parcel(1), parcel(2)];
    assert!(ports[0].swap().is_empty() && !ports[0].has_news());
    assert!(ports[1].has_news());
    ports[1].parcels = vec![parcel(2), parcel(3)];
    assert_eq!(numbers(&ports[1].swap()), [(0, vec![1, 2])]);
    // The second one was handed out before.
    assert_eq!(numbers(&ports[0].swap()), [(1, vec![3])]);
    assert_eq!(numbers(&ports[2].swap()), [(0, vec![1, 2]), (1, vec![3])]);
    assert!(ports.iter_mut().all(|port| port.swap().is_empty()));
    assert!(pool.lock().batches.is_empty());
    pool.leave(2, false);
    ports[0].parcels = vec![parcel(4)];
    ports[0].swap();
    ports[1].swap();
    assert!(pool.lock().batches.is_empty(), "nobody keeps them for one who has left");
}

#[test]
fn the_first_answer_counts_and_stops_the_others() {
    let (_, pool, stop) = ports(3, false);
    pool.leave(1, false);
    assert!(!stop.is_tripped());
    pool.leave(2, true);
    assert!(stop.is_tripped());
    pool.leave(0, true);
    assert_eq!(pool.winner(), Some(2));
}

#[test]
fn threads_lose_no_clause() {
    let (ports, _, _) = ports(3, false);
    let each = if cfg!(miri) { 20 } else { 2000 };
    let (total, seen) = (3 * each, Mutex::new(vec![0; 3 * each + 1]));
    let num_done = AtomicU64::new(0);
    thread::scope(|scope| {
        for (worker, mut port) in ports.into_iter().enumerate() {
            let (seen, num_done) = (&seen, &num_done);
            scope.spawn(move || {
                let take = |port: &mut Port| {
                    for (from, numbers) in numbers(&port.swap()) {
                        assert_ne!(from, worker);
                        numbers.into_iter().for_each(|number| seen.lock().unwrap()[number] += 1);
                    }
                };
                for number in 0..each {
                    port.parcels.push(parcel(1 + worker * each + number));
                    if number % 3 == 0 || port.has_news() {
                        take(&mut port);
                    }
                }
                take(&mut port);
                num_done.fetch_add(1, Ordering::SeqCst);
                while num_done.load(Ordering::SeqCst) < 3 {
                    thread::yield_now();
                }
                take(&mut port);
            });
        }
    });
    assert_eq!(seen.into_inner().unwrap()[1..], vec![2; total]);
}

/// They go on with the same clauses, in whatever order they come, until one has an answer.
#[test]
fn workers_meet_in_the_same_order() {
    for trial in 0..if cfg!(miri) { 3 } else { 50 } {
        let (ports, pool, stop) = ports(3, true);
        let gathered: Vec<Vec<(usize, Vec<usize>)>> = thread::scope(|scope| {
            let work = |(worker, mut port): (usize, Port)| {
                let (pool, stop) = (&pool, &stop);
                scope.spawn(move || {
                    let mut gathered = Vec::new();
                    for round in 0.. {
                        if (worker + trial).is_multiple_of(3) {
                            thread::yield_now();
                        }
                        port.parcels = vec![parcel(1 + round), parcel(100 + 10 * worker + round)];
                        gathered.extend(numbers(&port.swap()));
                        if stop.is_tripped() {
                            break;
                        }
                        // The first worker never answers; the others do so between the same meetings.
                        if round == 3 && worker > 0 {
                            pool.leave(worker, true);
                            return gathered;
                        }
                    }
                    pool.leave(worker, true);
                    gathered
                })
            };
            let threads: Vec<_> = ports.into_iter().enumerate().map(work).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(pool.winner(), Some(1));
        // The first worker is the one that hands out what two of them have.
        assert_eq!(gathered[1][..2], [(0, vec![1, 100]), (2, vec![120])]);
        assert_eq!(gathered[2][..2], [(0, vec![1, 100]), (1, vec![110])]);
        assert_eq!(
            gathered[0],
            (0..4).flat_map(|round| [(1, vec![110 + round]), (2, vec![120 + round])]).collect::<Vec<_>>()
        );
    }
}

#[test]
fn nobody_waits_for_one_who_gives_up() {
    let (mut ports, pool, stop) = ports(2, true);
    let mut first = ports.remove(0);
    thread::scope(|scope| {
        let waiting = scope.spawn(move || first.swap().len());
        pool.abandon(1);
        assert_eq!(waiting.join().unwrap(), 0);
    });
    assert!(stop.is_tripped());
    pool.leave(0, true);
    assert_eq!(pool.winner(), None);
}
