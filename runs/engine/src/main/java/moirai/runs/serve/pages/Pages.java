package moirai.runs.serve.pages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.report.Numbers;
import moirai.runs.store.RunStore;
import org.jspecify.annotations.Nullable;

/**
 * The pages by their addresses: {@code /}, {@code /compare?run=…&run=…}, {@code /shapes}, {@code /shapes/SHAPE}, {@code
 * /campaigns}, {@code /campaigns/NAME} and {@code /campaigns/NAME/TIME}.
 */
public final class Pages {

    private static final String COMPARE = "compare";
    private static final String SHAPES = "shapes";
    private static final int OK = 200;

    private final RunCatalog runs;
    private final ShapeCatalog shapes = new ShapeCatalog();
    private final NightCatalog nights;

    public Pages(RunStore store) {
        this.runs = new RunCatalog(store);
        this.nights = new NightCatalog(new CampaignStore(store.root()));
    }

    /** Reads all runs, so that the first request need not. */
    public void prepare() {
        runs.rows();
    }

    /** Returns the page of all runs. */
    public PageAnswer all(@Nullable String rawQuery) {
        return new PageAnswer(OK, RunsPage.of(runs.rows(), Query.of(rawQuery)));
    }

    /**
     * Returns the answer to a request for another page; empty if the path is none of a page.
     *
     * @param path the names of the path
     */
    public Optional<PageAnswer> answer(List<String> path, @Nullable String rawQuery) {
        if (path.equals(List.of(COMPARE))) {
            return Optional.of(compare(QueryString.of(rawQuery).all("run")));
        }
        if (path.equals(List.of(SHAPES))) {
            List<Row> rows = runs.rows();
            return Optional.of(
                    new PageAnswer(OK, ShapesPage.of(rows, shapes.of(rows), Filter.of(QueryString.of(rawQuery)))));
        }
        if (!path.isEmpty() && path.getFirst().equals(CampaignsPage.PLACE)) {
            return campaigns(path.subList(1, path.size()));
        }
        return path.size() == 2 && path.getFirst().equals(SHAPES)
                ? Optional.of(shape(path.getLast()))
                : Optional.empty();
    }

    /** @param names those of the path after the first; empty if there is no such address */
    private Optional<PageAnswer> campaigns(List<String> names) {
        return switch (names.size()) {
            case 0 -> Optional.of(new PageAnswer(OK, CampaignsPage.all(nights)));
            case 1 ->
                Optional.of(CampaignsPage.nights(names.getFirst(), nights)
                        .map(page -> new PageAnswer(OK, page))
                        .orElseGet(() -> Frame.refusal(
                                404,
                                "No such campaign",
                                "No night of a campaign '" + names.getFirst() + "' is in this store.")));
            case 2 ->
                Optional.of(CampaignsPage.runs(names.getFirst(), names.getLast(), nights)
                        .map(page -> new PageAnswer(OK, page))
                        .orElseGet(() -> Frame.refusal(
                                404,
                                "No such night",
                                "The campaign '" + names.getFirst() + "' has no night '" + names.getLast()
                                        + "' in this store, or no longer.")));
            default -> Optional.empty();
        };
    }

    private PageAnswer shape(String fingerprint) {
        List<Row> rows = runs.rows();
        return ShapePage.of(fingerprint, rows, shapes.of(rows))
                .map(page -> new PageAnswer(OK, page))
                .orElseGet(() -> Frame.refusal(
                        404,
                        "No such shape",
                        "No run in this store shows an anomaly of the shape '" + fingerprint + "'."));
    }

    private PageAnswer compare(List<String> asked) {
        List<String> keys = asked.stream().distinct().toList();
        if (keys.size() != 2) {
            return Frame.refusal(
                    400,
                    "Choose two runs",
                    "A comparison needs two runs, and " + Numbers.counted(keys.size(), "run")
                            + (keys.size() == 1 ? " was" : " were") + " chosen.");
        }
        List<Row> rows = runs.rows();
        var chosen = new ArrayList<Row>();
        for (String key : keys) {
            Optional<Row> found = rows.stream()
                    .filter(row -> Frame.key(row.directory()).equals(key))
                    .findFirst();
            if (found.isEmpty()) {
                return Frame.refusal(404, "No such run", "There is no run '" + key + "' in this store, or no longer.");
            }
            if (!found.get().hasEnded()) {
                return Frame.refusal(422, "Not ended", "The run '" + key + "' did not end, so it has no results.");
            }
            chosen.add(found.get());
        }
        chosen.sort(Comparator.comparing(row -> row.cell(Row.Column.STARTED)));
        try {
            List<ComparedRun> both = Stream.of(chosen.getFirst(), chosen.getLast())
                    .map(ComparedRun::read)
                    .toList();
            return new PageAnswer(OK, ComparePage.of(both.getFirst(), both.getLast()));
        } catch (RunException unreadable) {
            return Frame.refusal(422, "Not readable", "One of the runs cannot be read: " + unreadable.getMessage());
        }
    }
}
