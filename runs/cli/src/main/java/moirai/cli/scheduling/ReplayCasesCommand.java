package moirai.cli.scheduling;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.Predicate;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.TargetOptions;
import moirai.history.DataModel;
import moirai.reenactment.code.CodeException;
import moirai.reenactment.code.LoadedCode;
import moirai.reenactment.databases.CaseEngine;
import moirai.reenactment.databases.DirectedDatabase;
import moirai.runs.Target;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moirai schedule run}. */
@Command(
        name = "run",
        description = {
            "Makes anomalies happen on a database: each with rows, sessions and an order of statements of its own.",
            "PATH is sources, or what analyze --json wrote; without it, the last analysis of the store is taken."
        },
        sortOptions = false,
        abbreviateSynopsis = true,
        footer = {
            "Exit: 1 one manifested, 0 all were prevented, 2 one is not known.",
            "Example: moirai schedule run --db h2 --isolation read-committed"
        })
final class ReplayCasesCommand implements Callable<Integer> {

    /** Of a replay in which each step waits for a lock. */
    private static final Duration EACH_MAX = Duration.ofSeconds(30);

    /** The end of a product's form if there may be several nodes of it. */
    private static final String SEVERAL = "[:N]";

    private final Map<String, String> environment;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private AnalysisArgument argument = new AnalysisArgument();

    @Option(
            names = "--classpath",
            paramLabel = "PATH",
            split = ":",
            description = "Run the compiled methods instead of the statements found in them. Of their classes: jars,"
                    + " folders, FOLDER/* for all jars of one, separated by colons.")
    private List<Path> classpath = List.of();

    @Mixin
    private TargetOptions target = new TargetOptions();

    @Mixin
    private AdmissionOptions admission = new AdmissionOptions();

    /** @param environment the variables of the process */
    ReplayCasesCommand(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws Exception {
        Target database = database();
        StoredAnalysis analysis = argument.analysis();
        List<StoredAnalysis.Numbered> cases = argument.cases(analysis);
        database.existing().ifPresent(endpoint -> {
            var url = target.existing();
            Duration limit = EACH_MAX.multipliedBy(cases.size());
            admission.require(url, url.product(Products.servers()), endpoint, environment, limit);
        });
        var report = new ReplayReport(analysis);
        PrintWriter out = spec.commandLine().getOut();
        if (cases.isEmpty()) {
            out.print(report.none());
            out.flush();
            return report.exitCode().code();
        }
        if (classpath.isEmpty()) {
            try (DirectedDatabase opened = open(database, cases)) {
                replay(report, cases, opened, "");
            }
        } else {
            try (LoadedCode code = argument.code(classpath);
                    DirectedDatabase opened = open(database, cases).running(code)) {
                replay(report, cases, opened, ", by the methods themselves");
            } catch (CodeException unusable) {
                throw new ParameterException(spec.commandLine(), "--classpath: " + unusable.getMessage());
            }
        }
        out.print(report.totals());
        out.println("kept       " + report.keep(argument.store()));
        out.flush();
        return report.exitCode().code();
    }

    private Target database() {
        Product product = target.product();
        CaseEngine engine = product.engine().filter(this::isReplayedOn).orElseThrow(() -> refused(product));
        if (!classpath.isEmpty() && (target.nodeCount() > 1 || !engine.runsMethods())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--classpath: methods are not run on " + product.name() + nodes() + "; expected --db with one of "
                            + String.join(", ", names(CaseEngine::runsMethods, Product::name)));
        }
        if (product.hasConsistency()) {
            requireNoneOf("cases read and write at one replica each; leave it out", "--cql-mode", "--consistency");
        }
        if (engine == CaseEngine.MOCK) {
            requireNoneOf(
                    "the mock store keeps what each anomaly says and no more; expected --level, of the analysis",
                    "--isolation");
        }
        return target.target(DataModel.REGISTER, environment);
    }

    private boolean isReplayedOn(CaseEngine engine) {
        return target.existing().isGiven()
                ? engine.isUsedAtUrl() && target.nodeCount() == 1
                : engine.isReplayedOn(target.nodeCount());
    }

    private String nodes() {
        return target.nodeCount() > 1 ? " with several nodes" : "";
    }

    /** Cases cut nodes of Cassandra off from each other, and ask one of them at a time. */
    private ParameterException refused(Product product) {
        String message = product.hasConsistency()
                ? (target.existing().isGiven() ? "a Cassandra that exists" : target.nodeCount() + " of its nodes")
                        + ": expected --db cassandra:2 or cassandra:3"
                : product.name() + nodes() + ": expected --db "
                        + String.join(", ", names(engine -> true, ReplayCasesCommand::form)) + ", or --url "
                        + Products.POSTGRES.urlForm();
        return new ParameterException(spec.commandLine(), "cases are not replayed on " + message);
    }

    /** Returns the products with such an engine, first those of which there may be several nodes. */
    private static List<String> names(Predicate<CaseEngine> wanted, Function<Product, String> name) {
        return Products.all().stream()
                .filter(product -> product.engine().filter(wanted).isPresent())
                .map(name)
                .sorted(Comparator.comparing(one -> !one.endsWith(SEVERAL)))
                .toList();
    }

    private static String form(Product product) {
        return product.form().endsWith(SEVERAL) ? product.form() : product.name();
    }

    private void requireNoneOf(String reason, String... options) {
        for (String option : options) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(spec.commandLine(), option + ": " + reason);
            }
        }
    }

    private DirectedDatabase open(Target database, List<StoredAnalysis.Numbered> cases) {
        int sessions = cases.stream()
                .mapToInt(one -> one.wanted().scenario().calls().size())
                .max()
                .orElse(0);
        CaseEngine engine = target.product().engine().orElseThrow();
        return database.openForScenarios(engine, target.isolation(), sessions);
    }

    private void replay(ReplayReport report, List<StoredAnalysis.Numbered> cases, DirectedDatabase database, String how)
            throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        out.print(report.heading(database.describe() + how));
        for (StoredAnalysis.Numbered one : cases) {
            out.print(report.add(one, database.replay(one.wanted())));
            out.flush();
        }
    }
}
