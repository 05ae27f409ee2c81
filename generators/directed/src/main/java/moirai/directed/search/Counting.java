package moirai.directed.search;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.directed.encoding.Conflict;
import moirai.directed.program.Statement;

/**
 * The conflicts that can be edges of a cycle, and the rule by which cycles are told apart.
 *
 * @param conflicts the reasons that count; at least one
 * @param arePhantomsCounted whether a read comes before the inserts that it missed; otherwise only changes and removals
 *    of rows can overtake a read
 * @param areReasonsTold whether two cycles through the same statements for different reasons are two anomalies
 */
public record Counting(Set<Conflict> conflicts, boolean arePhantomsCounted, boolean areReasonsTold) {

    /** The usual rule: every conflict counts, and a cycle is identified by its statements. */
    public static final Counting ALL = new Counting(EnumSet.allOf(Conflict.class), true, false);

    /**
     * The rule of the published tool of CLOTHO: no cycle goes through two writes of one field, and a cycle is
     * identified by its statements and reasons. Source: that tool; its paper speaks of all three conflicts.
     */
    public static final Counting PUBLISHED =
            new Counting(EnumSet.of(Conflict.WRITE_READ, Conflict.READ_WRITE), true, true);

    public Counting {
        conflicts = Set.copyOf(conflicts);
    }

    /** Returns the same rule, in which a read that missed an insert does not come before it. */
    public Counting withoutPhantoms() {
        return new Counting(conflicts, false, areReasonsTold);
    }

    /** Returns the reasons that may lead to this statement, in the order of the enumeration. */
    List<Conflict> leadingTo(Statement statement) {
        return EnumSet.allOf(Conflict.class).stream()
                .filter(conflicts::contains)
                .filter(conflict -> arePhantomsCounted
                        || conflict != Conflict.READ_WRITE
                        || !(statement instanceof Statement.Insert))
                .toList();
    }

    /** Returns the rule in words, as it stands beside a number. */
    public String text() {
        String reasons = EnumSet.allOf(Conflict.class).stream()
                .filter(conflicts::contains)
                .map(Conflict::sign)
                .collect(Collectors.joining(", "));
        return reasons
                + (arePhantomsCounted ? "" : ", no reads before inserts")
                + (areReasonsTold ? ", reasons told apart" : ", whatever the reasons");
    }
}
