package moirai.runs.replay;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import moirai.runs.sessions.ReadsAt;

/**
 * A distribution of the sessions of a case over several nodes.
 *
 * @param slots for each session the slot whose place it takes, see {@link moirai.runs.sessions.SessionSource#open}
 * @param name for people; empty if there is only one place
 */
record Placement(List<Integer> slots, String name) {

    Placement {
        slots = List.copyOf(slots);
    }

    /** Returns the placement of all sessions at one place. */
    static Placement single(int sessions) {
        return new Placement(IntStream.range(0, sessions).boxed().toList(), "");
    }

    /** Returns placements at nodes that all take writes, the most even first. */
    static List<Placement> anywhere(int sessions, int nodes) {
        var ways = new LinkedHashSet<List<Integer>>();
        for (int shift = 0; shift < nodes; shift++) {
            int from = shift;
            ways.add(IntStream.range(0, sessions)
                    .map(session -> (session + from) % nodes)
                    .boxed()
                    .toList());
        }
        return ways.stream().map(way -> new Placement(way, name(way))).toList();
    }

    /**
     * Returns placements for a cluster whose first node alone takes writes. Sessions that only read are spread, since
     * the states of different nodes have to be compared. Writers have even slots, readers odd ones.
     */
    static List<Placement> reading(Script script, int nodes, ReadsAt readsAt) {
        List<Integer> readers = IntStream.range(0, script.sessionCount())
                .filter(script::isReadOnly)
                .boxed()
                .toList();
        if (readsAt == ReadsAt.PRIMARY || readers.isEmpty()) {
            return List.of(even(script.sessionCount()));
        }
        var ways = new LinkedHashSet<List<Integer>>();
        for (int shift = 0; shift < nodes; shift++) {
            var places = new ArrayList<Integer>();
            for (int session = 0; session < script.sessionCount(); session++) {
                int reader = readers.indexOf(session);
                places.add(reader < 0 ? 0 : (reader + shift) % nodes);
            }
            ways.add(places);
        }
        return ways.stream()
                .sorted(Comparator.comparingInt(places -> likeness(readers, places)))
                .map(places -> new Placement(
                        IntStream.range(0, places.size())
                                .map(session -> slot(session, places.get(session), readsAt))
                                .boxed()
                                .toList(),
                        name(places)))
                .toList();
    }

    /**
     * Returns how alike the readers' views are. All replicas show the order of one log, and the primary shows a single
     * order too, so a difference needs readers at both.
     */
    private static int likeness(List<Integer> readers, List<Integer> places) {
        long atPrimary =
                readers.stream().filter(reader -> places.get(reader) == 0).count();
        if (atPrimary == readers.size()) {
            return 2;
        }
        return atPrimary == 0 && readers.size() > 1 ? 1 : 0;
    }

    private static Placement even(int sessions) {
        return new Placement(
                IntStream.range(0, sessions).map(session -> 2 * session).boxed().toList(), "");
    }

    private static int slot(int session, int node, ReadsAt readsAt) {
        if (node == 0) {
            return 2 * session;
        }
        return readsAt == ReadsAt.ALL ? 2 * node + 1 : 2 * (node - 1) + 1;
    }

    private static String name(List<Integer> places) {
        return places.stream().map(place -> "n" + (place + 1)).collect(Collectors.joining(" ", "sessions at ", ""));
    }
}
