package moirai.cli.replaying;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import moirai.cli.consent.AdmissionOptions;
import moirai.cli.options.TargetOptions;
import moirai.cli.predicting.DirectedTargets;
import moirai.runs.Target;
import moirai.runs.cases.Case;
import moirai.runs.cases.Confirmation;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.emission.CaseFiles;
import moirai.runs.products.Products;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The part of {@code moirai replay} for cases without a history, which replays a program or a part of one. */
final class ProgramReplays {

    /** The options that do not affect what is replayed. */
    private static final List<String> HELP = List.of("--help", "--yes");

    /** The longest time of one replay. A replay that takes long waits for locks. */
    private static final Duration EACH_MAX = Duration.ofSeconds(30);

    private final CommandSpec spec;
    private final TargetOptions target;
    private final AdmissionOptions admission;

    ProgramReplays(CommandSpec spec, TargetOptions target, AdmissionOptions admission) {
        this.spec = spec;
        this.target = target;
        this.admission = admission;
    }

    int explored(Path file, ExploredCase found, List<Path> classpath) {
        List<String> others = given("--classpath");
        if (!others.isEmpty()) {
            throw refused(others.getFirst() + ": " + file + " is an execution of a program, which is steered to it on"
                    + " the mock store, so that one attempt tells; expected --classpath alone");
        }
        print(ReplayText.heading(found));
        try {
            return end(file, found, CaseReplay.of(found, classpath));
        } catch (IllegalArgumentException unusable) {
            throw refused(file + ": " + unusable.getMessage());
        }
    }

    int predicted(Path file, PredictedCase found, int times, Map<String, String> environment, RunCommands runs)
            throws InterruptedException {
        for (String option : List.of("--control", "--budget", "--classpath")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw refused(option + ": " + file + " is an anomaly, whose statements are held to their order, and"
                        + " nothing else; the program's own methods: moirai schedule run SOURCES --classpath");
            }
        }
        print(ReplayText.heading(found));
        if (given("--times").isEmpty()) {
            return end(file, found, PredictedPlace.of(found).replay(found, runs, times));
        }
        Target database = new DirectedTargets(spec, target).database(environment, List.of());
        database.existing().ifPresent(endpoint -> {
            var url = target.existing();
            admission.require(
                    url, url.product(Products.servers()), endpoint, environment, EACH_MAX.multipliedBy(times));
        });
        var place = new PredictedPlace(target.product().name(), target.isolation());
        return end(file, found, place.replay(found, database, times));
    }

    /** Returns the options that were given, except this one and those that do not affect what is replayed. */
    private List<String> given(String but) {
        var given = new ArrayList<String>();
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!option.longestName().equals(but) && !HELP.contains(option.longestName())) {
                given.add(option.longestName());
            }
        }
        return given;
    }

    private int end(Path file, Case found, CaseReplay replayed) {
        print(replayed.text());
        print(replayed.check() + "\n");
        for (Confirmation confirmation : replayed.confirmations()) {
            try {
                CaseFiles.rewrite(file, found.replayed(confirmation));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
            print("kept       in " + file + "\n");
        }
        return replayed.check().exitCode().code();
    }

    private void print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }

    private ParameterException refused(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
