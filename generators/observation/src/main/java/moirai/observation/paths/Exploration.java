package moirai.observation.paths;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import moirai.directed.program.Expression;
import moirai.directed.program.Operator;
import moirai.directed.program.Origin;
import moirai.observation.rehearsals.Plan;
import moirai.observation.rehearsals.Runner;
import moirai.observation.rehearsals.Trace;
import moirai.observation.txns.ObservationException;
import moirai.sources.diagnostic.Diagnostics;

/**
 * Finds the ways that a transaction may take. Runs with other values show what one way has in common. Then one thing at
 * a time is changed, a number of rows or a value. Where a run does something else, there is a question; for numbers,
 * bisection finds it. The way after yes is explored likewise.
 *
 * <p>Cost: a run for each way and each thing that can be changed, and about 30 for each question about a number.
 */
public final class Exploration {

    /** The number of runs that are led alike, enough that no value fits a wrong meaning by chance. */
    private static final int SEEDS = 3;

    private static final int SEEDS_TRIED = 6;

    /** The number of changes up to which each is tried alone. */
    private static final int ALONE_MAX = 60;

    private final Runner runner;
    private final Steers steers;
    private final int questionsMax;
    private final Diagnostics diagnostics;
    private Origin origin;

    /** Makes an exploration that follows a way up to a number of questions. */
    public Exploration(Runner runner, Steers steers, int questionsMax, Diagnostics diagnostics) {
        this.runner = runner;
        this.questionsMax = questionsMax;
        this.steers = steers;
        this.diagnostics = diagnostics;
        this.origin = new Origin(runner.txn().name(), 1);
    }

    /** Returns the origin of the first statement; call after {@link #explore}. */
    public Origin origin() {
        return origin;
    }

    /** An answer that is known on a way. */
    private record Answer(Question question, boolean isYes) {}

    /** A run that does something else, and the statement at which it does. */
    private record Divergence(Plan.Steer steer, Trace trace, int at) {}

    /** A question, and the change that leads to its yes. */
    private record Split(Question question, Plan.Steer steer) {}

    /** Explores the transaction and returns all ways that were found. */
    public Tree explore() {
        Tree tree = explore(Plan.EMPTY, List.of(), Behaviour.NONE);
        String done = tree.leaves() + (tree.leaves() == 1 ? " way" : " ways") + " through transaction "
                + runner.txn().name() + " in " + runner.runs() + " runs";
        diagnostics.seen(
                origin, done, "others may exist: found were those that up to 2 rows and single values lead to");
        if (runner.isTired()) {
            diagnostics.loss(
                    origin,
                    "transaction " + runner.txn().name() + " has more to try than " + runner.runs() + " runs",
                    "what was not tried is taken for without effect");
        }
        return tree;
    }

    private Tree explore(Plan plan, List<Answer> way, Behaviour other) {
        List<Trace> traces = alike(plan);
        Trace first = traces.getFirst();
        if (way.isEmpty()) {
            requireUsable(first);
            origin = first.steps().getFirst().origin();
        }
        first.again()
                .forEach(line -> diagnostics.loss(
                        line,
                        "transaction " + runner.txn().name() + " commits before this line and goes on",
                        "taken for one transaction, although others come in between"));
        Behaviour behaviour = Behaviour.of(traces, other);
        for (Plan.Steer.Value small : steers.small(plan, first)) {
            behaviour = behaviour.following(small.source(), first, runner.run(plan.with(small), 0));
        }
        List<Split> splits = way.size() < questionsMax ? splits(plan, way, behaviour, traces) : cut(behaviour);
        Tree tree = new Tree.Leaf(behaviour);
        for (int i = splits.size() - 1; i >= 0; i--) {
            var known = new ArrayList<>(way);
            splits.subList(0, i).forEach(split -> known.add(new Answer(split.question(), false)));
            known.add(new Answer(splits.get(i).question(), true));
            tree = new Tree.Fork(
                    splits.get(i).question(), explore(plan.with(splits.get(i).steer()), known, behaviour), tree);
        }
        return tree;
    }

    private List<Split> cut(Behaviour behaviour) {
        if (!behaviour.isAborted()) {
            diagnostics.loss(
                    origin,
                    "transaction " + runner.txn().name() + " asks more than " + questionsMax + " questions on one way",
                    "what depends on the answers to others is taken for what it did without them");
        }
        return List.of();
    }

    private void requireUsable(Trace first) {
        String name = runner.txn().name();
        if (!first.obstacle().isEmpty()) {
            throw new ObservationException("transaction " + name + ": " + first.obstacle()
                    + "; expected tables without CHECK constraints, no way back to a savepoint, and arguments that fit"
                    + " their columns, with Parameter.upTo or --size where these are narrow");
        }
        if (first.isAborted()) {
            throw new ObservationException("transaction " + name + " does not commit where each statement finds a row: "
                    + first.failure() + "; expected a body that commits, and arguments that fit their columns");
        }
        if (first.steps().isEmpty()) {
            throw new ObservationException("transaction " + name
                    + " runs no statement on the recorded source; expected one that the source was given to, or to"
                    + " leave the transaction out");
        }
    }

    private List<Trace> alike(Plan plan) {
        var traces = new ArrayList<Trace>();
        for (int seed = 0; seed < SEEDS_TRIED && traces.size() < SEEDS; seed++) {
            Trace trace = runner.run(plan, seed);
            boolean isAlike = traces.isEmpty()
                    || (trace.shape().equals(traces.getFirst().shape())
                            && trace.isAborted() == traces.getFirst().isAborted());
            if (isAlike) {
                traces.add(trace);
            } else {
                diagnostics.loss(
                        origin,
                        "transaction " + runner.txn().name() + " runs other statements on rows of the same kind",
                        "it is taken to run those that it ran first");
            }
        }
        if (traces.size() < SEEDS) {
            diagnostics.loss(
                    origin,
                    "transaction " + runner.txn().name() + " seldom does the same twice",
                    "what its values are made of may be wrong");
        }
        return traces;
    }

    private List<Split> splits(Plan plan, List<Answer> way, Behaviour behaviour, List<Trace> traces) {
        var splits = new ArrayList<Split>();
        for (Divergence divergence : divergences(plan, way, behaviour, traces.getFirst())) {
            Map<Expression, Object> facts = divergence.trace().facts();
            if (splits.stream().noneMatch(split -> split.question().isYes(facts))) {
                question(plan, divergence, behaviour, traces)
                        .ifPresent(question -> splits.add(new Split(question, divergence.steer())));
            }
        }
        return splits;
    }

    /** Returns the runs that do something else, by the place at which they do. */
    private List<Divergence> divergences(Plan plan, List<Answer> way, Behaviour behaviour, Trace first) {
        var found = new ArrayList<Divergence>();
        for (List<Plan.Steer> batch : batches(steers.of(plan, first))) {
            collect(new Course(plan, way, behaviour), batch, found);
        }
        found.sort(Comparator.comparingInt(Divergence::at));
        return found;
    }

    /** The way that is led elsewhere. */
    private record Course(Plan plan, List<Answer> way, Behaviour behaviour) {}

    /** Tries changes together, and where something else happens each half of them. */
    private void collect(Course course, List<Plan.Steer> batch, List<Divergence> found) {
        if (runner.isTired()) {
            return;
        }
        Plan plan = course.plan();
        for (Plan.Steer steer : batch) {
            plan = plan.with(steer);
        }
        Trace trace = runner.run(plan, 0);
        boolean isUsable = trace.obstacle().isEmpty() && batch.stream().allMatch(steer -> isDone(steer, trace));
        int at = isUsable ? course.behaviour().difference(trace) : 0;
        if (batch.size() > 1) {
            if (at >= 0) {
                collect(course, batch.subList(0, batch.size() / 2), found);
                collect(course, batch.subList(batch.size() / 2, batch.size()), found);
            }
        } else if (isUsable) {
            Map<Expression, Object> facts = trace.facts();
            boolean isOnWay =
                    course.way().stream().allMatch(answer -> answer.question().isYes(facts) == answer.isYes());
            if (isOnWay && at >= 0) {
                found.add(new Divergence(batch.getFirst(), trace, at));
            }
        } else {
            diagnostics.loss(
                    origin,
                    trace.obstacle().isEmpty() ? "a statement does not find the rows it was given" : trace.obstacle(),
                    "what depends on them is not known");
        }
    }

    /**
     * Returns changes that are tried together: each alone where there are few, and else one for each source, since most
     * change nothing.
     */
    private static List<List<Plan.Steer>> batches(List<Plan.Steer> steers) {
        var batches = new ArrayList<List<Plan.Steer>>();
        Map<Expression, Integer> numbers = new HashMap<>();
        Map<Integer, List<Plan.Steer>> together = new TreeMap<>();
        for (Plan.Steer steer : steers) {
            if (steers.size() > ALONE_MAX && steer instanceof Plan.Steer.Value(var source, var wish)) {
                int number = numbers.merge(source, 1, Integer::sum);
                together.computeIfAbsent(number, key -> new ArrayList<>()).add(steer);
            } else {
                batches.add(List.of(steer));
            }
        }
        batches.addAll(together.values());
        return batches;
    }

    private static boolean isDone(Plan.Steer steer, Trace trace) {
        return !(steer instanceof Plan.Steer.Rows(var id, var label, var count))
                || trace.steps().stream().filter(step -> step.id().equals(id)).allMatch(step -> step.count() == count);
    }

    private Optional<Question> question(Plan plan, Divergence divergence, Behaviour behaviour, List<Trace> traces) {
        return switch (divergence.steer()) {
            case Plan.Steer.Rows(var id, var label, var count) ->
                Optional.of(Question.rows(label, count == 0 ? Operator.AT_MOST : Operator.AT_LEAST, count));
            case Plan.Steer.Value(var source, Plan.Wish.Like(var other)) ->
                Optional.of(new Question(Meaning.Sum.of(source), Operator.EQUAL, Meaning.Sum.of(other)));
            case Plan.Steer.Value(var source, Plan.Wish.Exactly(var value)) ->
                Optional.of(new Question(Meaning.Sum.of(source), Operator.EQUAL, new Meaning.Fixed(value)));
            case Plan.Steer.Value(var source, var wish) -> {
                var threshold = new Threshold(runner, plan, behaviour, steers.unit(source));
                Optional<Question> found = threshold.of(
                        source,
                        wish instanceof Plan.Wish.High,
                        traces.stream()
                                .map(trace -> trace.sources(divergence.at()))
                                .toList());
                found.filter(question -> question.right() instanceof Meaning.Unknown)
                        .ifPresent(question -> diagnostics.loss(
                                origin,
                                "what transaction " + runner.txn().name() + " compares " + steers.name(source)
                                        + " with is not made of what it saw",
                                "taken for any number"));
                if (found.isEmpty()) {
                    diagnostics.bound(
                            origin,
                            "transaction " + runner.txn().name() + " does something else for numbers "
                                    + steers.name(source) + " below 0",
                            "there are none in abstract programs");
                }
                yield found;
            }
        };
    }
}
