package moirai.runs.campaign.page;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.Figures;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightText;
import moirai.runs.campaign.changes.AssessedNight;
import moirai.runs.campaign.changes.NightChangesText;
import moirai.runs.campaign.trends.Change;
import moirai.runs.export.Markdown;
import moirai.runs.latency.Latency;
import moirai.runs.report.Numbers;

/**
 * A night in GitHub's Markdown, for the comment of a pull request or the page of a job: what is new, what else changed,
 * and as many cells as there is room for, those that are not good first.
 */
public final class NightMarkdown {

    /** The way from the directory of a night to the store, for files that stay in it. */
    public static final String FROM_NIGHT = "../../../";

    private static final int CHANGES_BYTES_MAX = 15_000;

    /** The number of bytes that are reserved for the sentences about what is left out. */
    private static final int RESERVE = 400;

    private static final String GAP = " {2}";

    private final AssessedNight assessed;
    private final String store;
    private final StringBuilder text = new StringBuilder();

    private NightMarkdown(AssessedNight assessed, String store) {
        this.assessed = assessed;
        this.store = store;
    }

    /**
     * Returns the text, of at most {@link Markdown#BYTES_MAX} bytes.
     *
     * @param store the address of the store, ending in a slash, for links to the reports of runs; empty if readers
     *     cannot reach it, so that the runs are named only
     */
    public static String of(AssessedNight assessed, String store) {
        return new NightMarkdown(assessed, store).text();
    }

    private String text() {
        Night night = assessed.night();
        Night.Identity identity = night.identity();
        ExitCode code = assessed.code();
        text.append("## Moirai: ")
                .append(Markdown.inline(identity.campaign()))
                .append(", ")
                .append(code.words())
                .append("\n\nNight ")
                .append(identity.id())
                .append(identity.shard().isEmpty() ? "" : ", shard " + identity.shard())
                .append(", exit code ")
                .append(code.code())
                .append(": ")
                .append(NightPage.summary(NightPage.counts(assessed)))
                .append(" of ")
                .append(Numbers.counted(night.cells().size(), "cell"))
                .append(".\n");
        Map<Kind, List<String>> lines = Stream.concat(
                        NightChangesText.unwrapped(assessed.changes(), assessed.known())
                                .lines(),
                        NightText.caseLines(assessed.cases()))
                .collect(Collectors.groupingBy(Kind::of));
        for (Kind kind : Kind.values()) {
            changes(kind, lines.getOrDefault(kind, List.of()));
        }
        cells();
        return text.toString();
    }

    /** The kinds of changes, in the order in which they are shown. */
    private enum Kind {
        WORSE("New"),
        OTHER("Other changes"),
        OLD("There before");

        private static final List<String> BAD =
                List.of(Change.NEW.words(), Change.BACK.words(), Change.MORE_OFTEN.words(), "worse", "expired");

        private final String title;

        Kind(String title) {
            this.title = title;
        }

        static Kind of(String line) {
            if (NightChangesText.isOld(line)) {
                return OLD;
            }
            return BAD.contains(line.split(GAP, 2)[0]) ? WORSE : OTHER;
        }
    }

    private void changes(Kind kind, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        boolean isFolded = kind == Kind.OLD;
        text.append(
                isFolded
                        ? "\n<details><summary>" + kind.title + ": " + Numbers.counted(lines.size(), "kind")
                                + " of anomaly</summary>\n\n"
                        : "\n### " + kind.title + "\n\n");
        int left = append(lines, NightMarkdown::item, CHANGES_BYTES_MAX);
        text.append(left == 0 ? "" : "- and " + Numbers.counted(left, "change") + " more\n")
                .append(isFolded ? "\n</details>\n" : "");
    }

    private static String item(String line) {
        String[] parts = line.split(GAP, 2);
        return "- "
                + (parts.length == 1
                        ? Markdown.inline(line)
                        : "**" + Markdown.inline(parts[0]) + "** " + Markdown.inline(parts[1]))
                + "\n";
    }

    private void cells() {
        List<CellResult> worstFirst = CellState.worstFirst(assessed);
        if (worstFirst.isEmpty()) {
            return;
        }
        text.append("\n### Cells\n\n| | cell | committed/s | aborts | p99 (all) | nights | found or missed | run |\n")
                .append("|---|---|--:|--:|--:|---|---|---|\n");
        int room = Markdown.BYTES_MAX - RESERVE - Markdown.bytes(text.toString());
        int left = append(worstFirst, this::row, room);
        long bad = worstFirst.subList(worstFirst.size() - left, worstFirst.size()).stream()
                .filter(result -> state(result) != CellState.GOOD)
                .count();
        text.append("\nNights: . good, X failed, k failed as is known, ? insufficient evidence, ! without a verdict,"
                + " - not run.\n");
        if (left > 0) {
            text.append("\nThere is no room here for ")
                    .append(Numbers.counted(left, "more cell"))
                    .append(bad == 0 ? ", all of them good" : ", of which " + Numbers.count(bad) + " are not good")
                    .append(": they are in `campaign.html`.\n");
        }
    }

    private CellState state(CellResult result) {
        return CellState.of(result, assessed.known());
    }

    private String row(CellResult result) {
        Figures figures = result.figures();
        boolean isMeasured = figures.seconds() > 0;
        Latency all = figures.latencyMicros().get(Figures.ALL);
        return List.of(
                        state(result).words(),
                        Markdown.inline(result.cell()),
                        isMeasured ? Numbers.count(Math.round(figures.committedPerSecond())) : "",
                        isMeasured ? Numbers.percent(figures.abortShare()) : "",
                        all == null ? "" : Numbers.millis(all.p99()),
                        "`" + NightPage.nights(assessed, result.cell()) + "`",
                        Markdown.inline(NightPage.found(result)),
                        run(result.run()))
                .stream()
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private String run(String run) {
        if (run.isEmpty()) {
            return "";
        }
        return store.isEmpty() ? Markdown.inline(run) : "[report](" + store + run.replace(" ", "%20") + "/report.html)";
    }

    /** Appends as many as there is room for, and returns how many are left. */
    private <T> int append(List<T> all, Function<T, String> words, int bytesMax) {
        int bytes = 0;
        for (int i = 0; i < all.size(); i++) {
            String one = words.apply(all.get(i));
            bytes += Markdown.bytes(one);
            if (bytes > bytesMax) {
                return all.size() - i;
            }
            text.append(one);
        }
        return 0;
    }
}
