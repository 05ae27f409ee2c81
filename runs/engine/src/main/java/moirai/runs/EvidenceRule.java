package moirai.runs;

import java.util.Optional;
import moirai.analysis.Evidence;
import moirai.analysis.durability.Durability;

/**
 * When a history shows too little for a pass: a database that refused nearly everything, or sessions that never met,
 * have not been tested.
 *
 * @param committedMin committed transactions that a pass needs; 0 asks for one, and for nothing else
 */
public record EvidenceRule(int committedMin) {

    /**
     * A hundred transactions are over in a second even on a slow database; with ten hot keys they overlap and contend
     * many times, so fewer than these are a sign that something went wrong.
     */
    public static final EvidenceRule DEFAULT = new EvidenceRule(100);

    /** For histories written by hand, of which every transaction is there on purpose. */
    public static final EvidenceRule NONE = new EvidenceRule(0);

    public EvidenceRule {
        if (committedMin < 0) {
            throw new IllegalArgumentException("minimum of committed transactions " + committedMin + " is negative");
        }
    }

    /**
     * Why the evidence does not carry a pass, in words; empty if it does.
     *
     * @param timed whether the history has times; if not, nobody can tell what overlapped, so it is not asked for
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

    /** The same about faults: a run that was to have some, and had none, was a test of a healthy database. */
    public Optional<String> lack(Durability durability) {
        return committedMin > 0 && durability.isWithoutFaults()
                ? Optional.of("no fault was injected, though faults were asked for: the run was over before the first"
                        + " one was due, or nobody was there to meet it")
                : Optional.empty();
    }
}
