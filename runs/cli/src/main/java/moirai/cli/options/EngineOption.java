package moirai.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.analysis.Checker;
import moirai.analysis.axioms.StepBudget;
import moirai.analysis.counters.BankRules;
import moirai.analysis.registers.Assumption;
import moirai.analysis.validation.Engine;
import moirai.analysis.validation.LevelChecker;
import moirai.formats.jepsen.OpModel;
import moirai.history.DataModel;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that choose the engine that judges a history, and bound its search. */
public final class EngineOption {

    private static final String ENGINE = "--engine";
    private static final String EVERY_LEVEL = "--every-level";
    private static final String MAX_STEPS = "--max-steps";
    private static final String TOTAL = "--total";
    private static final String NEGATIVE_BALANCES = "--negative-balances";
    private static final String ASSUME = "--assume";

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

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
            description = "Steps of a search for an order of commits; then UNKNOWN. Default: 1000000000.")
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
            throw new ParameterException(
                    spec.commandLine(),
                    ASSUME + ": '" + labels() + "' is about registers, but the keys hold " + model.plural()
                            + "; expected no " + ASSUME);
        }
        if (isOfEveryLevel) {
            if (matched(ENGINE) || !assumptions.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(),
                        EVERY_LEVEL + ": needs more than one engine, and no assumption; expected neither " + ENGINE
                                + " nor " + ASSUME);
            }
            return new LevelChecker(Engine.AUTO, budget).ofEveryLevel();
        }
        if (!assumptions.isEmpty() && engine == Engine.AXIOMS) {
            throw new ParameterException(
                    spec.commandLine(),
                    ASSUME + ": '" + labels() + "' helps to find cycles, which " + ENGINE
                            + " axioms does not; expected auto or cycles");
        }
        requireCounters(model, called);
        boolean isOwn =
                Stream.of(ENGINE, MAX_STEPS, ASSUME, TOTAL, NEGATIVE_BALANCES).anyMatch(this::matched);
        boolean isNamed = model == DataModel.COUNTER && !called.isEmpty();
        return isOwn || isNamed
                ? new LevelChecker(engine, budget, Set.copyOf(assumptions)).withBank(bank(called))
                : standard;
    }

    private void requireCounters(DataModel model, String called) {
        boolean counters = model == DataModel.COUNTER;
        if (counters && engine != Engine.AUTO) {
            throw new ParameterException(
                    spec.commandLine(), ENGINE + ": counters are judged by their sums; leave it out");
        }
        if (!counters && (matched(TOTAL) || negativeBalances)) {
            throw new ParameterException(
                    spec.commandLine(),
                    (matched(TOTAL) ? TOTAL : NEGATIVE_BALANCES) + ": this history holds " + model.plural()
                            + "; expected counters, between which money is moved");
        }
        if (called.equals(OpModel.COUNTER.label()) && (matched(TOTAL) || negativeBalances)) {
            throw new ParameterException(
                    spec.commandLine(),
                    (matched(TOTAL) ? TOTAL : NEGATIVE_BALANCES) + ": is about accounts, but --model counter says that"
                            + " there are none; expected --model bank, or one of the two");
        }
    }

    /**
     * Returns the rules of a bank that the options give.
     *
     * @param called what {@code --model} calls the history's operations; empty if nothing
     */
    public BankRules bank(String called) {
        BankRules unnamed = matched(TOTAL) ? BankRules.DEFAULT.withTotal(total) : BankRules.DEFAULT;
        BankRules rules = called.isEmpty() ? unnamed : unnamed.of(called.equals(OpModel.BANK.label()));
        return negativeBalances ? rules.withNegativeBalances() : rules;
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
    public List<String> again() {
        var arguments = new ArrayList<String>();
        if (engine != Engine.AUTO) {
            arguments.addAll(List.of(ENGINE, engine.name().toLowerCase(Locale.ROOT)));
        }
        if (matched(MAX_STEPS)) {
            arguments.addAll(List.of(MAX_STEPS, String.valueOf(budget.steps())));
        }
        if (isOfEveryLevel) {
            arguments.add(EVERY_LEVEL);
        }
        if (matched(TOTAL)) {
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

    private boolean matched(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }
}
