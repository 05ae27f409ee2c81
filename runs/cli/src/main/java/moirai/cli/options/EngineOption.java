package moirai.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import moirai.analysis.Checker;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.counters.BankRules;
import moirai.analysis.registers.Assumption;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.formats.jepsen.OpModel;
import moirai.history.DataModel;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that choose the engine that judges a history, and bound its search. */
public final class EngineOption {

    private static final String ENGINE = "--engine";
    private static final String EVERY_LEVEL = "--every-level";
    private static final String MAX_STEPS = "--max-steps";
    private static final String TOTAL = "--total";
    private static final String NEGATIVE_BALANCES = "--negative-balances";
    private static final String ASSUME = "--assume";

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = ENGINE,
            paramLabel = "ENGINE",
            converter = Values.OfEngine.class,
            description = "cycles (on registers they prove violations only) or axioms (not of counters). Default: auto,"
                    + " what decides the level fastest.")
    private Engine engine = Engine.AUTO;

    @Option(
            names = MAX_STEPS,
            paramLabel = "N",
            converter = Values.OfSteps.class,
            description = "Steps of a search for an order of commits; then UNKNOWN. Default: 1000000000, or 10000 a"
                    + " transaction if that is more.")
    private StepBudget budget = StepBudget.DEFAULT;

    @Option(
            names = EVERY_LEVEL,
            description = "Examine every level, not only what decides the one expected: what else holds or is broken.")
    private boolean isOfEveryLevel;

    @Option(
            names = TOTAL,
            paramLabel = "N",
            converter = Values.OfTotal.class,
            description = "What all balances of a bank sum to. Default: what most reads of all accounts show.")
    private long total;

    @Option(names = NEGATIVE_BALANCES, description = "Accounts of a bank may be overdrawn. Default: they may not.")
    private boolean negativeBalances;

    @Option(
            names = ASSUME,
            paramLabel = "ASSUMPTION",
            split = ",",
            converter = Values.OfAssumption.class,
            description =
                    "Of registers: wfr-keys, sequential-keys or linearizable-keys, as in Elle, separated by commas."
                            + " Each key by itself is taken to keep to that order; what is broken then is the level or"
                            + " the assumption. Default: none.")
    private List<Assumption> assumptions = List.of();

    /**
     * Returns the checker of histories of this kind.
     *
     * @param standard taken if nothing else was asked for
     * @param called what {@code --model} calls the history's operations; empty if nothing
     */
    public Checker checker(Checker standard, DataModel model, String called) {
        if (!assumptions.isEmpty() && model != DataModel.REGISTER) {
            throw command.refused(ASSUME + ": '" + labels() + "' is about registers, but the keys hold "
                    + model.plural() + "; expected no " + ASSUME);
        }
        if (isOfEveryLevel) {
            if (command.has(ENGINE) || !assumptions.isEmpty()) {
                throw command.refused(EVERY_LEVEL + ": needs more than one engine, and no assumption; expected neither "
                        + ENGINE + " nor " + ASSUME);
            }
            return new LevelChecker(Engine.AUTO, budget).ofEveryLevel();
        }
        if (!assumptions.isEmpty() && engine == Engine.AXIOMS) {
            throw command.refused(ASSUME + ": '" + labels() + "' helps to find cycles, which " + ENGINE
                    + " axioms does not; expected auto or cycles");
        }
        requireCounters(model, called);
        boolean isOwn = !command.first(ENGINE, MAX_STEPS, ASSUME, TOTAL, NEGATIVE_BALANCES)
                .isEmpty();
        boolean isNamed = model == DataModel.COUNTER && !called.isEmpty();
        return isOwn || isNamed
                ? new LevelChecker(engine, budget, Set.copyOf(assumptions)).withBank(bank(called))
                : standard;
    }

    private void requireCounters(DataModel model, String called) {
        boolean counters = model == DataModel.COUNTER;
        String ofBank = command.first(TOTAL, NEGATIVE_BALANCES);
        if (counters && engine != Engine.AUTO) {
            throw command.refused(ENGINE + ": counters are judged by their sums; leave it out");
        }
        if (!counters && !ofBank.isEmpty()) {
            throw command.refused(ofBank + ": this history holds " + model.plural()
                    + "; expected counters, between which money is moved");
        }
        if (called.equals(OpModel.COUNTER.label()) && !ofBank.isEmpty()) {
            throw command.refused(ofBank
                    + ": is about accounts, but --model counter says that there are none;"
                    + " expected --model bank, or one of the two");
        }
    }

    /**
     * Returns the rules of a bank that the options give.
     *
     * @param called what {@code --model} calls the history's operations; empty if nothing
     */
    public BankRules bank(String called) {
        BankRules unnamed = command.has(TOTAL) ? BankRules.DEFAULT.withTotal(total) : BankRules.DEFAULT;
        BankRules rules = called.isEmpty() ? unnamed : unnamed.of(called.equals(OpModel.BANK.label()));
        return negativeBalances ? rules.withNegativeBalances() : rules;
    }

    /** Returns whether nothing was asked for but what cycles decide. */
    public boolean isDefault() {
        return command.first(ENGINE, MAX_STEPS, EVERY_LEVEL, ASSUME, TOTAL, NEGATIVE_BALANCES)
                .isEmpty();
    }

    /** Returns whether every level is examined. */
    public boolean isOfEveryLevel() {
        return isOfEveryLevel;
    }

    /** Returns the assumption that the judgement depends on, in a line; empty if there is none. */
    public Optional<String> assumed() {
        return assumptions.isEmpty()
                ? Optional.empty()
                : Optional.of("assuming " + labels() + ": what cycles break is the level or an assumption");
    }

    private String labels() {
        return assumptions.stream().map(Assumption::label).distinct().collect(Collectors.joining(","));
    }

    /** Returns the options that another command line needs for the same judgement; may be empty. */
    private List<String> again() {
        var arguments = new ArrayList<String>();
        if (engine != Engine.AUTO) {
            arguments.addAll(List.of(ENGINE, engine.name().toLowerCase(Locale.ROOT)));
        }
        if (command.has(MAX_STEPS)) {
            arguments.addAll(List.of(MAX_STEPS, String.valueOf(budget.steps())));
        }
        if (isOfEveryLevel) {
            arguments.add(EVERY_LEVEL);
        }
        if (command.has(TOTAL)) {
            arguments.addAll(List.of(TOTAL, String.valueOf(total)));
        }
        if (negativeBalances) {
            arguments.add(NEGATIVE_BALANCES);
        }
        if (!assumptions.isEmpty()) {
            arguments.addAll(List.of(ASSUME, labels()));
        }
        return List.copyOf(arguments);
    }

    /**
     * Returns the command line of a command that judges the same history in the same way.
     *
     * @param expect the label of the level that was named; empty if none was
     */
    public List<String> again(String name, Path path, FormatOption format, String expect) {
        var arguments = new ArrayList<>(List.of(name, path.toString()));
        arguments.addAll(format.again());
        if (!expect.isEmpty()) {
            arguments.addAll(List.of("--expect", expect));
        }
        arguments.addAll(again());
        return arguments;
    }
}
