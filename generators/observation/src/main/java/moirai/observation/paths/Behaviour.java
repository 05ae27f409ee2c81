package moirai.observation.paths;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.directed.program.Expression;
import moirai.directed.program.Origin;
import moirai.observation.rehearsals.Executed;
import moirai.observation.rehearsals.Template;
import moirai.observation.rehearsals.Trace;

/** The common part of runs that were led alike. */
public record Behaviour(List<Item> items, boolean isAborted) {

    /** The behaviour in which nothing happens. */
    public static final Behaviour NONE = new Behaviour(List.of(), false);

    private static final Meaning NOTHING = new Meaning.Unknown(List.of());

    public Behaviour {
        items = List.copyOf(items);
    }

    /**
     * A statement of the common part.
     *
     * @param meanings of what stands for its parameters, by name
     */
    public record Item(String id, Template template, Map<String, Meaning> meanings, Origin origin) {

        public Item {
            meanings = Map.copyOf(meanings);
        }
    }

    /**
     * Returns the behaviour of runs with the same statements. Their values have the meanings of another behaviour, if
     * these fit.
     */
    public static Behaviour of(List<Trace> traces, Behaviour other) {
        Map<String, Item> known = new TreeMap<>();
        other.items.forEach(item -> known.put(item.id(), item));
        Trace first = traces.getFirst();
        var items = new ArrayList<Item>();
        for (int i = 0; i < first.steps().size(); i++) {
            Executed step = first.steps().get(i);
            int index = i;
            List<Map<Expression, Object>> sources =
                    traces.stream().map(trace -> trace.sources(index)).toList();
            Map<String, Meaning> meanings = new TreeMap<>();
            for (String name : step.values().keySet()) {
                List<Object> values = traces.stream()
                        .map(trace -> trace.steps().get(index).values().getOrDefault(name, ""))
                        .toList();
                Item like = known.get(step.id());
                Meaning expected = like == null ? NOTHING : like.meanings().getOrDefault(name, NOTHING);
                meanings.put(name, new Explaining(values, sources).meaning(expected));
            }
            items.add(new Item(step.id(), step.template(), meanings, step.origin()));
        }
        return new Behaviour(items, first.isAborted());
    }

    /**
     * Returns the behaviour in which values that followed a source, when this had another value and nothing else was
     * different, mean that source. Sources with few values cannot be told from constants otherwise.
     */
    Behaviour following(Expression source, Trace before, Trace now) {
        Object was = before.facts().getOrDefault(source, "");
        Object is = now.facts().getOrDefault(source, "");
        if (!before.shape().equals(now.shape()) || now.isAborted() != isAborted || Meaning.same(was, is)) {
            return this;
        }
        var followed = new ArrayList<Item>();
        for (int i = 0; i < items.size(); i++) {
            Map<String, Meaning> meanings = new TreeMap<>(items.get(i).meanings());
            Map<String, Object> values = now.steps().get(i).values();
            meanings.replaceAll((name, meaning) -> meaning instanceof Meaning.Fixed(var value)
                            && Meaning.same(value, was)
                            && Meaning.same(values.getOrDefault(name, ""), is)
                    ? Meaning.Sum.of(source)
                    : meaning);
            Item item = items.get(i);
            followed.add(new Item(item.id(), item.template(), meanings, item.origin()));
        }
        return new Behaviour(followed, isAborted);
    }

    /**
     * Returns the index of the first statement at which a run does something else, or its number of statements; -1 if
     * it does the same.
     */
    public int difference(Trace trace) {
        for (int i = 0; i < items.size(); i++) {
            if (i >= trace.steps().size() || !isSame(items.get(i), trace, i)) {
                return i;
            }
        }
        boolean hasMore = trace.steps().size() > items.size();
        return (hasMore || trace.isAborted() != isAborted) ? items.size() : -1;
    }

    private static boolean isSame(Item item, Trace trace, int index) {
        Executed step = trace.steps().get(index);
        if (!step.id().equals(item.id())) {
            return false;
        }
        Map<Expression, Object> facts = trace.sources(index);
        return item.meanings().entrySet().stream().allMatch(entry -> {
            Optional<Object> expected = entry.getValue().value(facts);
            Object value = step.values().getOrDefault(entry.getKey(), "");
            return expected.isEmpty() || Meaning.same(value, expected.get());
        });
    }
}
