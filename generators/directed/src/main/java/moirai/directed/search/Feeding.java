package moirai.directed.search;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.directed.program.Expression;
import moirai.directed.program.Statement;

/** The flow of results from a transaction's statements into later statements, directly or through others. */
final class Feeding {

    private final Map<String, Set<String>> sources = new HashMap<>();

    Feeding(List<Statement> statements) {
        for (Statement statement : statements) {
            Set<String> all = new HashSet<>();
            statement.expressions().forEach(part -> {
                switch (part) {
                    case Expression.Result result -> add(all, result.statement());
                    case Expression.Count count -> add(all, count.statement());
                    case Expression.Each each -> add(all, each.statement());
                    case Expression.Constant constant -> {}
                    case Expression.Parameter parameter -> {}
                    case Expression.Field field -> {}
                    case Expression.Any any -> {}
                    case Expression.Arithmetic arithmetic -> {}
                }
            });
            sources.put(statement.label(), all);
        }
    }

    private void add(Set<String> all, String source) {
        all.add(source);
        all.addAll(sources.getOrDefault(source, Set.of()));
    }

    /** Returns whether the guard, the rows or the values of the later statement depend on the earlier one's result. */
    boolean feeds(String earlier, String later) {
        return sources.getOrDefault(later, Set.of()).contains(earlier);
    }
}
