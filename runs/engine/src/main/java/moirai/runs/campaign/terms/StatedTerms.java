package moirai.runs.campaign.terms;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.history.level.IsolationLevel;
import moirai.history.level.Phenomenon;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.Measured;
import moirai.runs.campaign.Threshold;
import moirai.runs.campaign.changes.KnownFailure;
import moirai.runs.campaign.changes.KnownFailures;
import moirai.runs.measures.KeptTerms;
import moirai.runs.measures.RunTerms;
import moirai.runs.report.Numbers;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredShape;
import moirai.runs.store.StoredWitness;

/**
 * Terms that a user stated: figures that a run must reach, and failures of its database that are accepted.
 *
 * @param known accepted failures, each for databases whose product and version match its place
 */
public record StatedTerms(List<Threshold> required, KnownFailures known, List<Pattern> logPatterns)
        implements RunTerms {

    private static final int WITNESSES_MAX = 200;

    public StatedTerms {
        required = List.copyOf(required);
        logPatterns = List.copyOf(logPatterns);
    }

    @Override
    public KeptTerms of(Path run) {
        List<String> asked = required.stream().map(Threshold::text).toList();
        RunSummary summary;
        try {
            summary = RunSummary.read(run);
        } catch (RunException unreadable) {
            List<String> unknown = asked.stream()
                    .map(text -> text + " (not known: " + unreadable.getMessage() + ")")
                    .toList();
            return new KeptTerms(asked, unknown, List.of(), List.of());
        }
        List<String> missed = required.stream()
                .flatMap(threshold -> threshold.missed(Measured.of(summary)).stream())
                .toList();
        List<StoredShape> violations = violations(summary);
        var accepted = new ArrayList<String>();
        var remarks = new ArrayList<String>();
        for (StoredShape violation : violations) {
            Optional<KnownFailure> entry = known.of(summary.setup().database(), violation);
            entry.filter(failure -> !failure.isExpiredOn(known.day()))
                    .ifPresent(failure -> accepted.add(text(violation, failure)));
            entry.filter(failure -> failure.isExpiredOn(known.day()))
                    .ifPresent(failure -> remarks.add(violation.fingerprint() + " is not accepted any more: it was"
                            + " known until " + failure.until() + " (" + failure.owner() + ")"));
        }
        if (accepted.size() < violations.size() || !areAll(violations, summary)) {
            accepted.forEach(text -> remarks.add("known, beside what is not: " + text));
            accepted.clear();
        }
        return new KeptTerms(asked, missed, accepted, remarks);
    }

    /**
     * Returns the shapes that break the run's promises or may do so, lost writes among them; none unless it is invalid.
     */
    private List<StoredShape> violations(RunSummary summary) {
        if (known.all().isEmpty() || !summary.ending().verdict().equals(ExitCode.INVALID.name())) {
            return List.of();
        }
        List<StoredWitness> witnesses = StoredWitness.of(summary.directory(), WITNESSES_MAX);
        Set<String> witnessed =
                witnesses.stream().map(StoredWitness::fingerprint).collect(Collectors.toSet());
        // Without a witness nobody knows which levels a shape breaks beside those that its phenomenon does.
        return StoredShape.of(summary.directory(), summary.ending().expect(), witnesses).stream()
                .filter(shape -> shape.isForbidden() || !witnessed.contains(shape.fingerprint()))
                .toList();
    }

    /** Returns whether the run has kept the shapes of all forbidden anomalies: of very many shapes it keeps some. */
    private static boolean areAll(List<StoredShape> violations, RunSummary summary) {
        Set<String> forbidden = IsolationLevel.NAMES
                .named(summary.ending().expect())
                .map(level -> level.forbidden().stream().map(Phenomenon::label).collect(Collectors.toSet()))
                .orElse(Set.of());
        return summary.found().anomalies().entrySet().stream()
                .filter(found -> forbidden.contains(found.getKey()))
                .allMatch(found -> found.getValue()
                        <= violations.stream()
                                .filter(shape -> shape.phenomenon().equals(found.getKey()))
                                .mapToLong(StoredShape::count)
                                .sum());
    }

    private static String text(StoredShape violation, KnownFailure failure) {
        return violation.fingerprint() + " ×" + Numbers.count(violation.count()) + " until " + failure.until() + ": "
                + failure.reason() + " (" + failure.owner()
                + (failure.link().isEmpty() ? "" : ", " + failure.link()) + ")";
    }
}
