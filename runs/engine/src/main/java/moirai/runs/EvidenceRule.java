package moirai.runs;

import java.util.Optional;
import moirai.analysis.Evidence;
import moirai.analysis.durability.Durability;

/**
 * The rule that decides whether a history shows enough for a pass. A database that refused nearly everything, or
 * sessions that never overlapped, have not been tested.
 *
 * @param committedMin committed transactions that a pass needs; 0 asks for one, and for nothing else
 */
public record EvidenceRule(int committedMin) {

    /**
     * The default rule, which asks for 100 committed transactions. Even a slow database runs them in a second; with ten
     * hot keys they overlap and contend many times, so fewer are a sign that something went wrong.
     */
    public static final EvidenceRule DEFAULT = new EvidenceRule(100);

    /** The rule for histories written by hand, in which every transaction is there on purpose. */
    public static final EvidenceRule NONE = new EvidenceRule(0);

    /** The rule for histories recorded by a test: few transactions suffice, if they could get in each other's way. */
    public static final EvidenceRule CONTENTION = new EvidenceRule(1);

    public EvidenceRule {
        if (committedMin < 0) {
            throw new IllegalArgumentException("minimum of committed transactions " + committedMin + " is negative");
        }
    }

    /**
     * Returns the reason why the evidence does not suffice for a pass, in words; empty if it suffices.
     *
     * @param timed whether the history has times; without times overlap is unknown, so it is not required
     */
    public Optional<String> lack(Evidence evidence, boolean timed) {
        if (evidence.committed() == 0) {
            return Optional.of("no transaction committed");
        }
        if (committedMin == 0) {
            return Optional.empty();
        }
        if (evidence.committed() < committedMin) {
            return Optional.of("only " + evidence.committed() + " transactions committed, fewer than " + committedMin);
        }
        if (timed && evidence.overlapping() == 0) {
            return Optional.of("no two committed transactions of different sessions ran at the same time");
        }
        if (evidence.keysContended() == 0) {
            return Optional.of("no key was written by two sessions");
        }
        if (evidence.versionsRead() == 0) {
            return Optional.of("no committed read returned anything written");
        }
        return Optional.empty();
    }

    /**
     * Returns the reason why the faults of a run do not suffice for a pass, in words; empty if they suffice. A run that
     * was to have faults and had none tested a healthy database.
     */
    public Optional<String> lack(Durability durability) {
        return committedMin > 0 && durability.isWithoutFaults()
                ? Optional.of("no fault was injected, though faults were asked for: the run was over before the first"
                        + " one was due, or nobody was there to meet it")
                : Optional.empty();
    }
}
