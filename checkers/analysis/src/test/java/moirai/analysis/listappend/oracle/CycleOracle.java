package moirai.analysis.listappend.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import moirai.analysis.Dependency;
import moirai.history.level.Phenomenon;

/** Classes of cycles, by trying every simple cycle with every choice of its edges' kinds. */
public final class CycleOracle {

    /** The orders besides that of the data which a cycle may use. */
    private enum Strength {
        PLAIN(""),
        PROCESS("-process"),
        REALTIME("-realtime");

        final String suffix;

        Strength(String suffix) {
            this.suffix = suffix;
        }

        /** Decides whether a cycle with these edges uses the order that gives this strength its name. */
        boolean isNeededFor(List<Dependency> labels) {
            return switch (this) {
                case PLAIN -> true;
                case PROCESS -> labels.contains(Dependency.PROCESS);
                case REALTIME -> labels.contains(Dependency.REALTIME);
            };
        }

        Set<Dependency> allowed() {
            var kinds = EnumSet.of(
                    Dependency.WRITE_WRITE,
                    Dependency.WRITE_READ,
                    Dependency.READ_WRITE,
                    Dependency.PREDICATE_READ_WRITE);
            if (this != PLAIN) {
                kinds.add(Dependency.PROCESS);
            }
            if (this == REALTIME) {
                kinds.add(Dependency.REALTIME);
            }
            return kinds;
        }
    }

    /** A class of which a component has a cycle. */
    public record Found(Phenomenon phenomenon, SortedSet<Integer> component, int shortest) {}

    private record Name(String shape, Strength strength) {}

    private final RelationOracle relation;
    private final List<Found> found = new ArrayList<>();

    private CycleOracle(RelationOracle relation) {
        this.relation = relation;
    }

    public static List<Found> find(Facts facts, RelationOracle relation) {
        var oracle = new CycleOracle(relation);
        for (SortedSet<Integer> whole : oracle.components(facts.effective(), EnumSet.allOf(Dependency.class))) {
            for (Strength strength : Strength.values()) {
                for (SortedSet<Integer> component : oracle.components(whole, strength.allowed())) {
                    oracle.search(component, strength);
                }
            }
        }
        return List.copyOf(oracle.found);
    }

    /** Sets of vertices that all reach each other, with two members or more. */
    private List<SortedSet<Integer>> components(Collection<Integer> txns, Set<Dependency> allowed) {
        Map<Integer, Set<Integer>> reached = new HashMap<>();
        for (int txn : txns) {
            reached.put(txn, reachable(txn, txns, allowed));
        }
        var components = new HashSet<SortedSet<Integer>>();
        for (int txn : txns) {
            var component = new TreeSet<Integer>();
            for (int other : txns) {
                if (reached.getOrDefault(txn, Set.of()).contains(other)
                        && reached.getOrDefault(other, Set.of()).contains(txn)) {
                    component.add(other);
                }
            }
            if (component.size() > 1) {
                components.add(component);
            }
        }
        return List.copyOf(components);
    }

    private Set<Integer> reachable(int from, Collection<Integer> txns, Set<Dependency> allowed) {
        Set<Integer> seen = new HashSet<>();
        var open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            int txn = open.removeLast();
            for (int next : txns) {
                if (!choices(txn, next, allowed).isEmpty() && seen.add(next)) {
                    open.add(next);
                }
            }
        }
        return seen;
    }

    /**
     * Returns the labels that a step may have: anything there is between the two, but rw only if there is nothing else,
     * and rw on a predicate only if there is none on an item either.
     */
    private Set<Dependency> choices(int from, int to, Set<Dependency> allowed) {
        var kinds = EnumSet.noneOf(Dependency.class);
        kinds.addAll(relation.kinds(from, to));
        kinds.retainAll(allowed);
        if (kinds.size() > 1) {
            kinds.remove(Dependency.PREDICATE_READ_WRITE);
        }
        if (kinds.size() > 1) {
            kinds.remove(Dependency.READ_WRITE);
        }
        return kinds;
    }

    private void search(SortedSet<Integer> component, Strength strength) {
        Map<String, Integer> shortest = new HashMap<>();
        for (int start : component) {
            extend(new ArrayList<>(List.of(start)), component, strength, labels -> {
                if (strength.isNeededFor(labels)) {
                    shortest.merge(shape(labels), labels.size(), Math::min);
                }
            });
        }
        shortest.forEach((shape, length) -> {
            boolean knownWeaker = Arrays.stream(Strength.values())
                    .filter(weaker -> weaker.compareTo(strength) < 0)
                    .anyMatch(weaker -> isReported(new Name(shape, weaker), component));
            if (!knownWeaker) {
                found.add(new Found(phenomenon(new Name(shape, strength)), component, length));
            }
        });
    }

    /** Tries all ways to close the path with transactions that are greater than its first. */
    private void extend(
            List<Integer> path, SortedSet<Integer> component, Strength strength, Consumer<List<Dependency>> cycles) {
        int start = path.getFirst();
        if (path.size() > 1
                && !choices(path.getLast(), start, strength.allowed()).isEmpty()) {
            label(path, strength, new ArrayList<>(), cycles);
        }
        for (int next : component.tailSet(start + 1)) {
            if (!path.contains(next)
                    && !choices(path.getLast(), next, strength.allowed()).isEmpty()) {
                path.add(next);
                extend(path, component, strength, cycles);
                path.removeLast();
            }
        }
    }

    private void label(
            List<Integer> cycle, Strength strength, List<Dependency> labels, Consumer<List<Dependency>> cycles) {
        if (labels.size() == cycle.size()) {
            cycles.accept(labels);
            return;
        }
        int from = cycle.get(labels.size());
        int to = cycle.get((labels.size() + 1) % cycle.size());
        for (Dependency kind : choices(from, to, strength.allowed())) {
            labels.add(kind);
            label(cycle, strength, labels, cycles);
            labels.removeLast();
        }
    }

    /** The name of a cycle with these edges, whatever orders it uses. */
    public static String shape(List<Dependency> labels) {
        int antiDependencies = 0;
        boolean adjacent = false;
        for (int i = 0; i < labels.size(); i++) {
            if (isAnti(labels.get(i))) {
                antiDependencies++;
                adjacent |= isAnti(labels.get((i + 1) % labels.size()));
            }
        }
        if (antiDependencies == 0) {
            return labels.contains(Dependency.WRITE_READ) ? "G1c" : "G0";
        }
        boolean onPredicate = labels.contains(Dependency.PREDICATE_READ_WRITE);
        if (antiDependencies > 1 && adjacent) {
            return onPredicate ? "G2" : "G2-item";
        }
        return (antiDependencies == 1 ? "G-single" : "G-nonadjacent") + (onPredicate ? "-predicate" : "");
    }

    private static boolean isAnti(Dependency label) {
        return label == Dependency.READ_WRITE || label == Dependency.PREDICATE_READ_WRITE;
    }

    /** The name of a cycle with these edges. */
    public static String name(List<Dependency> labels) {
        if (labels.contains(Dependency.REALTIME)) {
            return shape(labels) + Strength.REALTIME.suffix;
        }
        return shape(labels) + (labels.contains(Dependency.PROCESS) ? Strength.PROCESS.suffix : "");
    }

    /** Components of a weaker strength lie within those of a stronger one or apart, so any witness would do. */
    private boolean isReported(Name name, SortedSet<Integer> component) {
        return found.stream()
                .filter(weaker -> weaker.phenomenon() == phenomenon(name))
                .anyMatch(weaker -> component.containsAll(weaker.component()));
    }

    private static Phenomenon phenomenon(Name name) {
        return Arrays.stream(Phenomenon.values())
                .filter(phenomenon -> phenomenon.label().equals(name.shape() + name.strength().suffix))
                .findFirst()
                .orElseThrow();
    }
}
