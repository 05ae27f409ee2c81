package moirai.analysis.axioms.proof;

import java.util.List;
import moirai.analysis.axioms.KeyValueHistory;

/**
 * An instance of the schema of all axioms: the reader reads the key from the source, the writer writes the key too, and
 * is visible to that read; so the writer precedes the source.
 *
 * @param writer T2 of the schema
 * @param reader T3 of the schema
 * @param source T1 of the schema, or {@link KeyValueHistory#INITIAL}
 * @param visibility links from the writer to the reader, as the axiom asks for them
 */
public record Instance(int key, int writer, int reader, int source, List<Link> visibility) {

    public Instance {
        visibility = List.copyOf(visibility);
    }

    /** A part of the reason why one transaction is visible to another. */
    public sealed interface Link {

        /** A fact of the history: a write-read dependency, the session's order, or real time. */
        record Flow(Precedence edge) implements Link {}

        /**
         * The first transaction precedes the last one in the commit order.
         *
         * @param chain each precedes the next by an earlier step
         */
        record Commits(List<Integer> chain) implements Link {

            public Commits {
                chain = List.copyOf(chain);
            }
        }

        /**
         * The first transaction precedes the last one in the commit order, and both write the key.
         *
         * @param chain each precedes the next by an earlier step
         */
        record Conflict(int key, List<Integer> chain) implements Link {

            public Conflict {
                chain = List.copyOf(chain);
            }
        }
    }
}
