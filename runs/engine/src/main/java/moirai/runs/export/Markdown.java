package moirai.runs.export;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import moirai.runs.cases.Case;
import moirai.runs.cases.CaseText;
import moirai.runs.measures.Measures;
import moirai.runs.report.MeasuresText;
import moirai.runs.report.Numbers;
import moirai.runs.report.ShellLine;
import moirai.runs.store.RunSummary;
import moirai.runs.store.StoredWitness;

/**
 * The writer of a run in GitHub's Markdown, for the page of a CI job or a comment, which takes 65,536 characters: the
 * verdict, the settings of the run, and as many folded anomalies as there is room for.
 */
public final class Markdown {

    /** The maximal length of the whole text in bytes of UTF-8. */
    public static final int BYTES_MAX = 60_000;

    private static final int WITNESS_BYTES_MAX = 8_000;
    private static final int FIELD_CHARS_MAX = 600;
    private static final int NOTES_MAX = 10;

    /** The number of bytes that are reserved for the sentence about omitted anomalies. */
    private static final int RESERVE = 400;

    private static final Pattern BACKTICKS = Pattern.compile("`+");

    private Markdown() {}

    static String of(RunSummary run, List<StoredWitness> witnesses) {
        var text = new StringBuilder(head(run));
        int shown = 0;
        int bytes = bytes(text.toString());
        for (StoredWitness witness : witnesses) {
            String details = details(run, witness);
            bytes += bytes(details);
            if (bytes > BYTES_MAX - RESERVE) {
                break;
            }
            text.append(details);
            shown++;
        }
        if (shown < witnesses.size()) {
            text.append('\n')
                    .append(Numbers.counted(witnesses.size() - shown, "anomaly").replace("anomalys", "anomalies"))
                    .append(" more: there is no room for them here; each has a folder in the run's `anomalies/`.\n");
        }
        return text.toString();
    }

    /** Returns a case as Markdown: what happened, cut where it is too long for a comment. */
    static String of(Case found) {
        var text = new StringBuilder("## Moirai: " + inline(found.fingerprint().name()) + "\n\n| | |\n|---|---|\n");
        row(text, "case", found.fingerprint().toString());
        row(text, "found on", found.foundOn());
        found.confirmations().forEach(confirmation -> row(text, "replayed", CaseText.of(confirmation)));
        return text.append('\n')
                .append(fenced(clipped(CaseText.what(found), BYTES_MAX / 2), "text"))
                .toString();
    }

    private static String head(RunSummary run) {
        RunSummary.Ending ending = run.ending();
        var text = new StringBuilder("## Moirai: " + inline(ending.verdict()) + "\n\n");
        text.append("Expected **").append(inline(ending.expect())).append("**");
        text.append(anomalies(run.found().anomalies()));
        text.append(
                run.found().durability().lost() == 0
                        ? ""
                        : " · lost "
                                + Numbers.counted(
                                        run.found().durability().lost(),
                                        "acknowledged " + run.writes().noun()));
        text.append(ending.lack().isEmpty() ? "" : " · " + inline(ending.lack()))
                .append(".\n\n");
        if (!ending.meaning().isEmpty()) {
            text.append(inline(ending.meaning())).append(".\n\n");
        }
        text.append("| | |\n|---|---|\n");
        row(text, "database", run.setup().database());
        row(text, "asked for", run.setup().isolation());
        row(text, "holds", String.join(", ", run.found().holds()));
        row(text, "broken", String.join(", ", run.found().broken()));
        row(text, "doubts", String.join("; ", new TreeMap<>(run.found().doubts()).values()));
        row(text, "durability", run.durabilityText());
        Measures beside = run.found().beside();
        row(text, "uptime", MeasuresText.uptime(beside.uptime()));
        beside.logs().stream().limit(NOTES_MAX).forEach(found -> row(text, "logged", MeasuresText.log(found)));
        beside.terms().missed().forEach(missed -> row(text, "missed", missed));
        beside.terms().accepted().forEach(known -> row(text, "accepted", known));
        row(text, "workload", run.setup().workload());
        row(
                text,
                "recorded",
                Numbers.count(run.seen().committed()) + " committed · "
                        + Numbers.count(run.seen().aborted())
                        + " aborted · " + Numbers.count(run.seen().indeterminate()) + " indeterminate in "
                        + String.format(Locale.ROOT, "%.1f s", run.seen().seconds()));
        row(text, "exit code", String.valueOf(ending.exitCode()));
        row(text, "seed", run.setup().seed());
        row(text, "kept in", run.directory().toString());
        ending.notes().stream().limit(NOTES_MAX).forEach(note -> row(text, "note", note));
        text.append('\n');
        if (!run.setup().argv().isEmpty()) {
            String again = ShellLine.of(run.setup().argv());
            text.append("Run again:\n\n").append(fenced(clipped(again, 4 * FIELD_CHARS_MAX), "sh"));
        }
        return text.toString();
    }

    private static String anomalies(Map<String, Long> counts) {
        return counts.isEmpty()
                ? ""
                : new TreeMap<>(counts)
                        .entrySet().stream()
                                .map(count -> inline(count.getKey()) + " ×" + Numbers.count(count.getValue()))
                                .collect(Collectors.joining(", ", ", found ", ""));
    }

    private static void row(StringBuilder text, String name, String value) {
        if (!value.isEmpty()) {
            text.append("| ").append(name).append(" | ").append(inline(value)).append(" |\n");
        }
    }

    private static String details(RunSummary run, StoredWitness witness) {
        return "\n<details><summary>" + html(witness.phenomenon()) + ": " + html(witness.name())
                + "</summary>\n\n"
                + fenced(witness.text(run.directory(), WITNESS_BYTES_MAX), "text")
                + "\n</details>\n";
    }

    /** Returns the content in a code fence, which is longer than any run of backticks in the content. */
    private static String fenced(String content, String language) {
        int longest = 2;
        Matcher matcher = BACKTICKS.matcher(content);
        while (matcher.find()) {
            longest = Math.max(longest, matcher.end() - matcher.start());
        }
        String fence = "`".repeat(longest + 1);
        return fence + language + "\n" + content.stripTrailing() + "\n" + fence + "\n";
    }

    /** Returns one line in which neither Markdown nor HTML finds markup. */
    public static String inline(String text) {
        return html(text).replaceAll("([\\\\`*_\\[\\]|#~@!])", "\\\\$1");
    }

    private static String html(String text) {
        return clipped(text, FIELD_CHARS_MAX)
                .replaceAll("\\p{Cntrl}+", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    private static String clipped(String text, int charsMax) {
        return text.length() <= charsMax ? text : text.substring(0, charsMax) + " …";
    }

    /** Returns the length of a text in bytes of UTF-8. */
    public static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }
}
