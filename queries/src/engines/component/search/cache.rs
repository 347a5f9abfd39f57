//! Known components: the number of their models, by a hashed key.

use crate::engines::component::dnnf::Node;
use crate::engines::component::measure::Amount;

/// The key of a component: the sum of random numbers, one for each of its variables and each of its clauses.
///
/// Two components that differ have the same key with a probability of 2⁻¹²⁸ for each pair, were the
/// numbers truly random (Zobrist 1970; as hashes of components: Sharma, Roy, Soos, Meel 2019, there
/// with 64 bits).
pub(crate) type Key = u128;

const NOBODY: u32 = u32::MAX;
/// Entries of the table of chains at first.
const FIRST_CHAINS: usize = 1 << 12;

#[derive(Debug)]
struct Entry<A> {
    key: Key,
    number: A,
    next: u32,
    last_use: u32,
    /// The node of the trace.
    node: Node,
}

/// Numbers of models by component, within a bound on memory.
///
/// A number may be too small while a component beside it turns out to have no model: learned
/// clauses then imply anything. So what was stored since a branch began is logged, and dropped when
/// the branch has no model (Sang, Bacchus, Beame, Kautz, Pitassi 2004).
#[derive(Debug)]
pub(crate) struct Cache<A> {
    chains: Vec<u32>,
    entries: Vec<Entry<A>>,
    free: Vec<u32>,
    log: Vec<u32>,
    clock: u32,
    heap_bytes: usize,
    most_bytes: usize,
    pub(crate) lookups: u64,
    pub(crate) hits: u64,
    pub(crate) dropped: u64,
}

impl<A: Amount> Cache<A> {
    pub(crate) fn new(most_bytes: usize) -> Cache<A> {
        Cache {
            chains: vec![NOBODY; FIRST_CHAINS],
            entries: Vec::new(),
            free: Vec::new(),
            log: Vec::new(),
            clock: 0,
            heap_bytes: 0,
            most_bytes,
            lookups: 0,
            hits: 0,
            dropped: 0,
        }
    }

    fn chain(&self, key: Key) -> usize {
        key as usize & (self.chains.len() - 1)
    }

    pub(crate) fn get(&mut self, key: Key) -> Option<(&A, Node)> {
        self.lookups += 1;
        let mut at = self.chains[self.chain(key)];
        while at != NOBODY {
            if self.entries[at as usize].key == key {
                self.hits += 1;
                self.clock += 1;
                let entry = &mut self.entries[at as usize];
                entry.last_use = self.clock;
                return Some((&entry.number, entry.node));
            }
            at = self.entries[at as usize].next;
        }
        None
    }

    /// The present end of the log, for [`Cache::drop_since`].
    pub(crate) fn log_position(&self) -> usize {
        self.log.len()
    }

    pub(crate) fn insert(&mut self, key: Key, number: A, node: Node) {
        if self.bytes() > self.most_bytes {
            self.evict();
        }
        if self.entries.len() - self.free.len() >= self.chains.len() {
            self.chains = vec![NOBODY; 2 * self.chains.len()];
            self.link_all();
        }
        self.clock += 1;
        self.heap_bytes += number.heap_bytes();
        let chain = self.chain(key);
        let entry = Entry { key, number, next: self.chains[chain], last_use: self.clock, node };
        let at = match self.free.pop() {
            Some(at) => {
                self.entries[at as usize] = entry;
                at
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        self.chains[chain] = at;
        self.log.push(at);
    }

    /// Forgets what was inserted since the log stood here. May forget others too, whose places were taken in between.
    pub(crate) fn drop_since(&mut self, position: usize) {
        while self.log.len() > position {
            let at = self.log.pop().expect("the log is longer");
            if self.entries[at as usize].last_use != 0 {
                self.unlink(at);
                self.release(at);
                self.dropped += 1;
            }
        }
    }

    fn unlink(&mut self, gone: u32) {
        let chain = self.chain(self.entries[gone as usize].key);
        let next = self.entries[gone as usize].next;
        let mut at = self.chains[chain];
        if at == gone {
            self.chains[chain] = next;
            return;
        }
        while self.entries[at as usize].next != gone {
            at = self.entries[at as usize].next;
        }
        self.entries[at as usize].next = next;
    }

    /// Frees the place of an entry in no chain; a free one was last used at time zero.
    fn release(&mut self, at: u32) {
        let entry = &mut self.entries[at as usize];
        self.heap_bytes -= entry.number.heap_bytes();
        entry.number = A::ONE;
        entry.last_use = 0;
        self.free.push(at);
    }

    fn bytes(&self) -> usize {
        (self.entries.len() - self.free.len()) * size_of::<Entry<A>>() + self.heap_bytes + 4 * self.chains.len()
    }

    /// Forgets the half that was not used for the longest time.
    fn evict(&mut self) {
        let mut uses: Vec<u32> = self.entries.iter().map(|entry| entry.last_use).filter(|&time| time > 0).collect();
        if uses.is_empty() {
            return;
        }
        let middle = uses.len() / 2;
        let &mut limit = uses.select_nth_unstable(middle).1;
        for at in 0..self.entries.len() as u32 {
            let time = self.entries[at as usize].last_use;
            if time > 0 && time <= limit {
                self.release(at);
            }
        }
        // Renumbers the times, so that they never overflow.
        for entry in self.entries.iter_mut().filter(|entry| entry.last_use > 0) {
            entry.last_use -= limit;
        }
        self.clock -= limit;
        self.chains.fill(NOBODY);
        self.link_all();
    }

    fn link_all(&mut self) {
        for at in 0..self.entries.len() {
            if self.entries[at].last_use > 0 {
                let chain = self.chain(self.entries[at].key);
                self.entries[at].next = std::mem::replace(&mut self.chains[chain], at as u32);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::component::number::Number;

    fn key(number: u128) -> Key {
        number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
    }

    #[test]
    fn what_was_stored_is_found_until_it_is_dropped() {
        let mut cache = Cache::new(1 << 30);
        for number in 0..10_000 {
            cache.insert(key(number), Number::Small(number), 0);
        }
        let position = cache.log_position();
        for number in 10_000..20_000 {
            cache.insert(key(number), Number::Small(number), 0);
        }
        cache.drop_since(position);
        for number in 0..10_000 {
            assert_eq!(cache.get(key(number)), Some((&Number::Small(number), 0)));
        }
        assert!((10_000..20_000).all(|number| cache.get(key(number)).is_none()));
        assert_eq!((cache.hits, cache.dropped), (10_000, 10_000));
    }

    #[test]
    fn memory_stays_within_its_bound() {
        let mut cache = Cache::new(100_000);
        for number in 0..50_000 {
            cache.insert(key(number), Number::Small(number), 0);
            if number % 7 == 0 {
                cache.get(key(0));
            }
        }
        assert!(cache.entries.len() * size_of::<Entry<Number>>() <= 110_000);
        assert_eq!(cache.get(key(0)), Some((&Number::Small(0), 0)), "in use all the time");
        assert_eq!(cache.get(key(49_999)), Some((&Number::Small(49_999), 0)));
        assert_eq!(cache.get(key(1)), None);
    }
}
