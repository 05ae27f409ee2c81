package moirai.observation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.program.Condition;
import moirai.directed.program.Expression;
import moirai.observation.paths.Behaviour;
import moirai.observation.paths.Meaning;
import moirai.observation.paths.Question;
import moirai.observation.paths.Tree;

/**
 * Merges the ways of a tree into one list of guarded statements. Parts that two ways have in common, in the same order
 * and with the same meaning, become one statement. Ways that roll back leave only the condition under which the
 * transaction commits. Cost: the product of the lengths of two ways for each fork.
 */
record Flattening(TxnLowering lowering) {

    private static final Condition NEVER = new Condition.Or(List.of());

    /** A statement and the condition under which it runs. */
    record Guarded(Behaviour.Item item, Condition guard) {}

    /** Returns the statements; none if all ways roll back. */
    List<Guarded> statements(Tree tree) {
        return statements(tree, FoundRows.UNKNOWN);
    }

    private List<Guarded> statements(Tree tree, FoundRows rows) {
        return switch (tree) {
            case Tree.Leaf(var behaviour) ->
                behaviour.isAborted()
                        ? List.of()
                        : behaviour.items().stream()
                                .map(item -> new Guarded(item, Condition.always()))
                                .toList();
            case Tree.Fork(var question, var yes, var no) -> {
                if (isAborted(yes)) {
                    yield statements(no, rows.no(question));
                }
                if (isAborted(no)) {
                    yield statements(yes, rows.yes(question));
                }
                List<Guarded> left = statements(no, rows.no(question));
                List<Guarded> right = statements(yes, rows.yes(question));
                yield merged(condition(question, rows), distinct(renamed(right, left), left), left);
            }
        };
    }

    private Condition condition(Question question, FoundRows rows) {
        return Condition.and(rows.asked(question), lowering.condition(question));
    }

    private static boolean isAborted(Tree tree) {
        return switch (tree) {
            case Tree.Leaf(var behaviour) -> behaviour.isAborted();
            case Tree.Fork(var question, var yes, var no) -> isAborted(yes) && isAborted(no);
        };
    }

    /** Returns the condition under which the transaction commits. */
    Condition commit(Tree tree) {
        return commit(tree, FoundRows.UNKNOWN);
    }

    private Condition commit(Tree tree, FoundRows rows) {
        return switch (tree) {
            case Tree.Leaf(var behaviour) -> behaviour.isAborted() ? NEVER : Condition.always();
            case Tree.Fork(var question, var yes, var no) ->
                either(condition(question, rows), commit(yes, rows.yes(question)), commit(no, rows.no(question)));
        };
    }

    private static Condition either(Condition question, Condition yes, Condition no) {
        if (yes.equals(no)) {
            return yes;
        }
        if (yes.equals(NEVER)) {
            return Condition.and(not(question), no);
        }
        if (no.equals(NEVER)) {
            return Condition.and(question, yes);
        }
        return new Condition.Or(List.of(Condition.and(question, yes), Condition.and(not(question), no)));
    }

    static Condition not(Condition condition) {
        return condition instanceof Condition.Compare(var left, var operator, var right)
                ? new Condition.Compare(left, operator.opposite(), right)
                : new Condition.Not(condition);
    }

    /** Returns the statements with other names where the other way uses a name for something else. */
    private static List<Guarded> renamed(List<Guarded> statements, List<Guarded> others) {
        Map<String, Behaviour.Item> known = others.stream()
                .collect(Collectors.toMap(other -> other.item().id(), Guarded::item, (first, second) -> first));
        Map<String, String> names = new HashMap<>();
        Set<String> taken = new HashSet<>(known.keySet());
        statements.forEach(statement -> taken.add(statement.item().id()));
        for (Guarded statement : statements) {
            Behaviour.Item item = statement.item();
            Behaviour.Item other = known.get(item.id());
            boolean isSame = other == null || (other.meanings().equals(item.meanings()) && !usesRenamed(item, names));
            if (!isSame) {
                names.put(item.id(), other(item.id(), taken));
            }
        }
        return names.isEmpty() ? statements : new Renaming(names).of(statements);
    }

    /** Returns a new name. */
    private static String other(String id, Set<String> taken) {
        String name = id + "'";
        while (!taken.add(name)) {
            name += "'";
        }
        return name;
    }

    /** Returns the statements with other names where both ways run one, but not in the same order with others. */
    private static List<Guarded> distinct(List<Guarded> yes, List<Guarded> no) {
        Set<String> taken = Stream.concat(yes.stream(), no.stream())
                .map(statement -> statement.item().id())
                .collect(Collectors.toCollection(HashSet::new));
        Set<String> others = no.stream().map(statement -> statement.item().id()).collect(Collectors.toSet());
        Map<String, String> names = new HashMap<>();
        int[][] common = common(yes, no);
        int i = 0;
        int j = 0;
        while (i < yes.size()) {
            if (j < no.size() && isSame(yes.get(i), no.get(j))) {
                i++;
                j++;
            } else if (j == no.size() || common[i + 1][j] >= common[i][j + 1]) {
                String id = yes.get(i++).item().id();
                if (others.contains(id)) {
                    names.put(id, other(id, taken));
                }
            } else {
                j++;
            }
        }
        return names.isEmpty() ? yes : new Renaming(names).of(yes);
    }

    /** Returns the lengths of the longest common parts of the ends of two ways. */
    private static int[][] common(List<Guarded> yes, List<Guarded> no) {
        int[][] common = new int[yes.size() + 1][no.size() + 1];
        for (int i = yes.size() - 1; i >= 0; i--) {
            for (int j = no.size() - 1; j >= 0; j--) {
                common[i][j] = isSame(yes.get(i), no.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static boolean usesRenamed(Behaviour.Item item, Map<String, String> names) {
        return item.meanings().values().stream()
                .flatMap(Renaming::sources)
                .anyMatch(source -> names.containsKey(Renaming.id(source)));
    }

    /** Merges two ways; the longest common part is taken once. */
    private static List<Guarded> merged(Condition question, List<Guarded> yes, List<Guarded> no) {
        int[][] common = common(yes, no);
        var merged = new ArrayList<Guarded>();
        int i = 0;
        int j = 0;
        while (i < yes.size() || j < no.size()) {
            if (i < yes.size() && j < no.size() && isSame(yes.get(i), no.get(j))) {
                Condition guard = either(question, yes.get(i).guard(), no.get(j).guard());
                merged.add(new Guarded(yes.get(i).item(), guard));
                i++;
                j++;
            } else if (j == no.size() || (i < yes.size() && common[i + 1][j] >= common[i][j + 1])) {
                Guarded one = yes.get(i++);
                merged.add(new Guarded(one.item(), Condition.and(question, one.guard())));
            } else {
                Guarded one = no.get(j++);
                merged.add(new Guarded(one.item(), Condition.and(not(question), one.guard())));
            }
        }
        return merged;
    }

    private static boolean isSame(Guarded left, Guarded right) {
        return left.item().id().equals(right.item().id());
    }

    /** Gives statements other names, also where expressions refer to them. */
    private record Renaming(Map<String, String> names) {

        static String id(Expression source) {
            return switch (source) {
                case Expression.Result(var label, var field, var row) -> label.substring(0, label.indexOf(':'));
                case Expression.Count(var label) -> label.substring(0, label.indexOf(':'));
                case Expression.Any(var name) when name.indexOf(':') > 0 -> name.substring(0, name.indexOf(':'));
                default -> "";
            };
        }

        static Stream<Expression> sources(Meaning meaning) {
            return switch (meaning) {
                case Meaning.Sum(var added, var taken, var offset) -> Stream.concat(added.stream(), taken.stream());
                case Meaning.Unknown(var sources) -> sources.stream();
                case Meaning.Fixed fixed -> Stream.of();
            };
        }

        List<Guarded> of(List<Guarded> statements) {
            return statements.stream()
                    .map(statement ->
                            new Guarded(of(statement.item()), statement.guard().withLeaves(this::of)))
                    .toList();
        }

        private Behaviour.Item of(Behaviour.Item item) {
            Map<String, Meaning> meanings = new HashMap<>();
            item.meanings().forEach((name, meaning) -> meanings.put(name, of(meaning)));
            return new Behaviour.Item(
                    names.getOrDefault(item.id(), item.id()), item.template(), meanings, item.origin());
        }

        private Meaning of(Meaning meaning) {
            return switch (meaning) {
                case Meaning.Sum(var added, var taken, var offset) -> new Meaning.Sum(all(added), all(taken), offset);
                case Meaning.Unknown(var sources) -> new Meaning.Unknown(all(sources));
                case Meaning.Fixed fixed -> fixed;
            };
        }

        private List<Expression> all(List<Expression> sources) {
            return sources.stream().map(this::of).toList();
        }

        private Expression of(Expression source) {
            String name = names.get(id(source));
            return name == null
                    ? source
                    : switch (source) {
                        case Expression.Result(var label, var field, var row) ->
                            new Expression.Result(name + label.substring(label.indexOf(':')), field, row);
                        case Expression.Count(var label) ->
                            new Expression.Count(name + label.substring(label.indexOf(':')));
                        case Expression.Any(var any) -> new Expression.Any(name + any.substring(any.indexOf(':')));
                        default -> source;
                    };
        }
    }
}
