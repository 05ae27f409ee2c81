package moirai.cli.replaying;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import moirai.runs.cases.Case;
import moirai.runs.cases.Claim;
import moirai.runs.cases.ExploredCase;
import moirai.runs.cases.HistoryCase;
import moirai.runs.cases.PredictedCase;
import moirai.runs.replay.Outcomes;
import moirai.runs.replay.ReplayOptions;
import moirai.runs.replay.ReplayResult;
import moirai.runs.replay.Tried;
import moirai.runs.report.Numbers;
import moirai.runs.report.PlainWords;

/** The text of a replay. */
final class ReplayText {

    /** The most schedules without the failure that are listed, one on each line; further ones are counted. */
    private static final int FAILED_SHOWN_MAX = 6;

    private ReplayText() {}

    /** Returns the text before a replay: what is replayed. */
    static String heading(Case found) {
        return "case       " + found.fingerprint() + ": " + claim(found) + "\n" + "found on   " + found.foundOn()
                + "\n";
    }

    /** Returns the line that says how long a replay may take. A pipe shows no progress. */
    static String limit(ReplayOptions options) {
        return "at most    about " + Numbers.span(options.budget()) + "; --budget sets it\n";
    }

    private static String claim(Case found) {
        return switch (found) {
            case HistoryCase shown -> claim(shown);
            case ExploredCase explored -> explored.claim().failure();
            case PredictedCase predicted -> predicted.claim().cycle();
        };
    }

    private static String claim(HistoryCase found) {
        return switch (found.claim()) {
            case Claim.Forbidden(var phenomenon, var level) ->
                found.claim()
                                .witness(found.history())
                                .map(PlainWords::name)
                                .orElseGet(() -> PlainWords.name(phenomenon))
                        + " (" + phenomenon.label() + "), which " + level.label() + " forbids";
            case Claim.Lost(var kind, String key, long value) ->
                "the acknowledged " + kind.noun() + " of " + value + " to key " + key + " was lost";
        };
    }

    /** Returns the text of the result. */
    static String of(ReplayResult result, Duration took) {
        var text = new StringBuilder();
        text.append("replayed   ").append(result.place().database()).append(", asked for ");
        text.append(result.place().isolation())
                .append(", in ")
                .append(Numbers.seconds(took))
                .append('\n');
        int failed = 0;
        for (Tried one : result.tried()) {
            if (one.isShown() || failed++ < FAILED_SHOWN_MAX) {
                text.append(line(one));
            }
        }
        if (failed > FAILED_SHOWN_MAX) {
            text.append("           and ")
                    .append(failed - FAILED_SHOWN_MAX)
                    .append(" more schedules did not show it\n");
        }
        result.skipped()
                .forEach(reason -> text.append("skipped    ").append(reason).append('\n'));
        return text.append(verdict(result)).toString();
    }

    private static String line(Tried one) {
        String label = String.format(Locale.ROOT, "%-11s", one.control().label());
        return label + one.name() + ": " + count(one) + "\n";
    }

    private static String count(Tried one) {
        if (one.search().attempts() == 0) {
            return one.isShown() ? "shown " + rate(one.measured()) : notShown(one.measured());
        }
        if (one.search().shown() == 0) {
            return notShown(one.search());
        }
        // A search ends when it has shown it; whole runs that were cut short have no such end.
        String first = one.search().shown() == 1
                ? "shown by attempt " + Numbers.count(one.search().attempts())
                : "shown by " + rate(one.search());
        return first + (one.measured().attempts() == 0 ? ", rate not measured" : ", then " + rate(one.measured()));
    }

    private static String notShown(Outcomes outcomes) {
        return "not shown in " + Numbers.counted(outcomes.attempts(), "attempt") + unknown(outcomes);
    }

    private static String unknown(Outcomes outcomes) {
        return outcomes.unknown() == 0 ? "" : ", " + Numbers.count(outcomes.unknown()) + " of them unknown";
    }

    /** Returns {@code 19 of 20}, and a percentage where that is easier to read. */
    private static String rate(Outcomes outcomes) {
        String share = outcomes.attempts() <= 100
                ? ""
                : String.format(Locale.ROOT, " (%.2f %%)", 100.0 * outcomes.shown() / outcomes.attempts());
        return Numbers.count(outcomes.shown()) + " of " + Numbers.count(outcomes.attempts()) + share
                + unknown(outcomes);
    }

    private static String verdict(ReplayResult result) {
        Optional<Tried> best = result.best();
        if (best.isPresent()) {
            String control = " under control: " + best.get().control().label();
            if (!best.get().isMeasured()) {
                return "SHOWN      while searching" + control + "; how often it shows was not measured, or is rare\n";
            }
            Outcomes counted = best.get().measured();
            String looks = !best.get().control().holdsStatements() || counted.same() == counted.shown()
                    ? ""
                    : "; " + Numbers.count(counted.same()) + " of these look the same, edge by edge";
            return "SHOWN      " + rate(counted) + control + looks + "\n";
        }
        return switch (result.exitCode()) {
            case UNKNOWN ->
                "UNKNOWN    "
                        + (result.doubts().isEmpty()
                                ? "too few attempts could be judged"
                                : result.doubts().getFirst())
                        + "\n";
            default -> "NOT SHOWN  by any of " + Numbers.counted(result.tried().size(), "schedule") + "\n";
        };
    }
}
