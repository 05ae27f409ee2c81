package moirai.analysis.axioms;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Small histories at the boundaries between levels, with the strongest levels that they satisfy. Where there are no
 * intervals, real time adds nothing to the order of sessions.
 */
final class AxiomExamples {

    /**
     * One history.
     *
     * @param strongest the levels that imply all those that hold
     */
    record Example(String name, String notation, List<AxiomaticLevel> strongest) {

        Example {
            strongest = List.copyOf(strongest);
        }

        KeyValueHistory history() {
            return AxiomNotation.parse(notation);
        }

        Set<AxiomaticLevel> holding() {
            return Levels.closure(strongest);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private AxiomExamples() {}

    static List<Example> all() {
        var all = new ArrayList<>(ofReads());
        all.addAll(ofSnapshots());
        all.addAll(ofSessions());
        all.addAll(ofRealTime());
        all.addAll(ofVersions());
        return all;
    }

    private static Example example(String name, String notation, String... strongest) {
        var levels = new ArrayList<AxiomaticLevel>();
        for (String level : strongest) {
            int space = level.indexOf(' ');
            levels.add(new AxiomaticLevel(
                    Axiom.valueOf(level.substring(0, space)), BaseOrder.valueOf(level.substring(space + 1))));
        }
        return new Example(name, notation, levels);
    }

    /** Returns examples from circular reads to {@link Axiom#CAUSAL}. */
    private static List<Example> ofReads() {
        return List.of(
                // T0 -x-> T1 and back through y: no order extends write-read.
                example("circular information flow", """
                        T0 s0 rx=T1 wy
                        T1 s1 ry=T0 wx
                        """),
                // T1 reads the new x, then the old y: T0 is older than the initial state.
                example(
                        "reads go back in time",
                        """
                        T0 s0 wx wy
                        T1 s1 rx=T0 ry=0
                        """,
                        "READ_YOUR_WRITES REALTIME",
                        "MONOTONIC_READS REALTIME",
                        "CURSOR REALTIME"),
                // The same two reads, the other way round: T1 sees half of T0.
                example(
                        "fractured read",
                        """
                        T0 s0 wx wy
                        T1 s1 ry=0 rx=T0
                        """,
                        "READ_COMMITTED REALTIME",
                        "READ_YOUR_WRITES REALTIME",
                        "MONOTONIC_READS REALTIME",
                        "CURSOR REALTIME"),
                // The same with one key.
                example(
                        "non-repeatable read",
                        """
                        T0 s0 wx
                        T1 s1 rx=0 rx=T0
                        """,
                        "READ_COMMITTED REALTIME",
                        "READ_YOUR_WRITES REALTIME",
                        "MONOTONIC_READS REALTIME",
                        "CURSOR REALTIME"),
                // Bouajjani, Enea, Román-Calvo 2023, figure 3; Biswas et al. 2021, figure 4b:
                // T0 -x-> T1 -x-> T2 -y-> T3, but T3 reads the x that T1 overwrote.
                example("causality violation", """
                        T0 s0 wx
                        T1 s1 rx=T0 wx
                        T2 s2 rx=T1 wy
                        T3 s3 rx=T0 ry=T2
                        """, "PRAM REALTIME", "UPDATE_ATOMIC REALTIME"),
                // T0 -s0-> T1 -y-> T2: the path needs the session.
                example(
                        "causality violation through a session",
                        """
                        T0 s0 wx
                        T1 s0 wy
                        T2 s1 ry=T1 rx=0
                        """,
                        "SERIAL NONE",
                        "MONOTONIC_READS REALTIME",
                        "UPDATE_ATOMIC REALTIME"));
    }

    /** Returns examples from {@link Axiom#CAUSAL} to {@link Axiom#SERIAL}. */
    private static List<Example> ofSnapshots() {
        return List.of(
                // Both read the initial x and write it: whoever is second misses the first.
                example("lost update", """
                        T0 s0 rx=0 wx
                        T1 s1 rx=0 wx
                        """, "PREFIX REALTIME"),
                // T2 sees x without y, T3 sees y without x.
                example("long fork", """
                        T0 s0 wx
                        T1 s1 wy
                        T2 s2 rx=T0 ry=0
                        T3 s3 rx=0 ry=T1
                        """, "PARALLEL_SNAPSHOT REALTIME"),
                // The same, each side in two transactions of a session. Without sessions T5 T1 T4 and T3 may move.
                example("long fork through sessions", """
                        T0 s0 wx
                        T1 s1 wy
                        T2 s2 rx=T0
                        T3 s2 ry=0
                        T4 s3 ry=T1
                        T5 s3 rx=0
                        """, "PARALLEL_SNAPSHOT REALTIME", "SERIAL NONE"),
                // Berenson et al. 1995, A5B: each misses the other's write.
                example("write skew", """
                        T0 s0 rx=0 ry=0 wx
                        T1 s1 rx=0 ry=0 wy
                        """, "SNAPSHOT REALTIME"),
                // Fekete, O'Neil, O'Neil 2004: T0 before T1 is serial, until T2 sees T1 without T0.
                example("read-only anomaly", """
                        T0 s0 rx=0 ry=0 wx
                        T1 s1 ry=0 wy
                        T2 s2 rx=0 ry=T1
                        """, "SNAPSHOT REALTIME"),
                example("read-only anomaly without the reader", """
                        T0 s0 rx=0 ry=0 wx
                        T1 s1 ry=0 wy
                        """, "SERIAL REALTIME"));
    }

    /** Returns examples of what sessions promise, over one base order or another. */
    private static List<Example> ofSessions() {
        return List.of(
                example(
                        "own write is missed",
                        """
                        T0 s0 wx
                        T1 s0 rx=0
                        """,
                        "SERIAL NONE",
                        "READ_COMMITTED REALTIME",
                        "MONOTONIC_READS REALTIME",
                        "CURSOR REALTIME"),
                example("session forgets what it read", """
                        T0 s0 wx
                        T1 s1 rx=T0
                        T2 s1 rx=0
                        """, "SERIAL NONE", "UPDATE_ATOMIC REALTIME"),
                // Only the known order tells, since nobody reads.
                example(
                        "writes of a session change places",
                        """
                        T0 s0 wx
                        T1 s0 wx
                        x T1 T0
                        """,
                        "SERIAL NONE",
                        "READ_YOUR_WRITES NONE",
                        "MONOTONIC_READS NONE",
                        "WRITES_FOLLOW_READS NONE"),
                // T2 overwrites what T0 overwrites later, though its session read T0's write.
                example("write precedes what its session read", """
                        T0 s0 wx
                        T1 s1 rx=T0
                        T2 s1 wx
                        x T2 T0
                        """, "SERIAL NONE", "PRAM NONE"),
                example("session reads its own future", """
                        T0 s0 rx=T1
                        T1 s0 wx
                        """, "SERIAL NONE", "PRAM NONE", "WRITES_FOLLOW_READS NONE"));
    }

    private static List<Example> ofRealTime() {
        return List.of(
                example("stale read in real time", """
                        T0 s0 [0,1] wx
                        T1 s1 [2,3] rx=0
                        """, "SERIAL SESSION", "PRAM REALTIME", "CURSOR REALTIME"),
                // Intervals are closed: those that touch overlap.
                example("stale read at the same instant", """
                        T0 s0 [0,2] wx
                        T1 s1 [2,3] rx=0
                        """, "SERIAL REALTIME"),
                example("stale read after a write whose end nobody saw", """
                        T0 s0 [0,] wx
                        T1 s1 [2,3] rx=0
                        """, "SERIAL REALTIME"),
                // T0 ends before T1 begins, and T2 reads from T1 while it overlaps both.
                example(
                        "causality violation through real time",
                        """
                        T0 s0 [0,1] wx
                        T1 s1 [2,3] wy
                        T2 s2 [0,4] ry=T1 rx=0
                        """,
                        "SERIAL SESSION",
                        "PRAM REALTIME",
                        "UPDATE_ATOMIC REALTIME"),
                example("read of what real time has yet to bring", """
                        T0 s0 [0,1] rx=T1
                        T1 s1 [2,3] wx
                        """, "SERIAL SESSION"));
    }

    private static List<Example> ofVersions() {
        return List.of(
                example("interleaved writes", """
                        T0 s0 wx
                        T1 s1 wx
                        x T0 T1 T0
                        """),
                example("version that is known twice in a row", """
                        T0 s0 wx
                        T1 s1 wx
                        x T0 T0 T1
                        """, "SERIAL REALTIME"),
                // T1 is not among the known versions, so it comes after them: it cannot have fed T0.
                example("unknown version is read by a known one", """
                        T0 s0 rx=T1 wx
                        T1 s1 wx
                        x T0
                        """),
                // A blind write needs no place between what others read, unless its place is known.
                example("overwritten in the known order", """
                        T0 s0 wx
                        T1 s1 wx
                        T2 s2 rx=T0
                        T3 s3 rx=T1
                        x T0 T1
                        """, "SERIAL REALTIME"),
                // T2 sees T1's y, which came after T1's x; the known order makes T0's x the older one.
                example(
                        "fractured read of a known older version",
                        """
                        T0 s0 wx
                        T1 s1 wx wy
                        T2 s2 rx=T0 ry=T1
                        x T0 T1
                        """,
                        "READ_COMMITTED REALTIME",
                        "READ_YOUR_WRITES REALTIME",
                        "MONOTONIC_READS REALTIME",
                        "CURSOR REALTIME"));
    }
}
