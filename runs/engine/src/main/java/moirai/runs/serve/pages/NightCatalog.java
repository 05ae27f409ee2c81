package moirai.runs.serve.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.CellResult;
import moirai.runs.campaign.End;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.NightText;
import moirai.runs.files.JsonRecord;

/**
 * The catalogue of the nights of a store. A night that ended is cached as long as its {@code campaign.json} is the
 * same; one that did not end is read each time.
 */
final class NightCatalog {

    /** The maximal number of nights of a campaign that are looked at; older ones are left out. */
    static final int NIGHTS_MAX = 100;

    /** Stands for the exit code of a night that did not end, or cannot be read. */
    private static final int NONE = -1;

    private final CampaignStore store;
    private final Map<Path, Known> known = new ConcurrentHashMap<>();
    private final ReentrantLock turn = new ReentrantLock();

    NightCatalog(CampaignStore store) {
        this.store = store;
    }

    private record Known(FileTime written, StoredNight night) {}

    /**
     * A cell of a night.
     *
     * @param words what became of it
     * @param code the exit code that it stands for
     * @param run its run in the store; empty if there is none
     */
    record StoredCell(String name, String words, int code, String run) {}

    /**
     * A night.
     *
     * @param words the meaning of its exit code, or why there is none
     * @param code its exit code, or -1
     * @param hasPage whether {@code campaign.html} is there
     */
    record StoredNight(
            NightDirectory directory, String shard, String words, int code, boolean hasPage, List<StoredCell> cells) {

        StoredNight {
            cells = List.copyOf(cells);
        }

        /** Returns the time at which it began, which is its name. */
        String id() {
            return String.valueOf(directory.path().getFileName());
        }
    }

    /** Returns the names of the campaigns. */
    List<String> campaigns() {
        return store.campaigns();
    }

    /** Returns the nights of a campaign, the newest first. */
    List<StoredNight> nights(String campaign) {
        turn.lock();
        try {
            List<NightDirectory> nights =
                    store.nights(campaign).stream().limit(NIGHTS_MAX).toList();
            return nights.stream().map(this::night).toList();
        } finally {
            turn.unlock();
        }
    }

    private StoredNight night(NightDirectory directory) {
        FileTime written;
        try {
            written = Files.getLastModifiedTime(directory.summary());
        } catch (IOException absent) {
            return open(directory);
        }
        Known before = known.get(directory.path());
        if (before != null && before.written().equals(written)) {
            return before.night();
        }
        StoredNight night = ended(directory);
        known.put(directory.path(), new Known(written, night));
        return night;
    }

    private static StoredNight ended(NightDirectory directory) {
        JsonRecord summary;
        try {
            summary = JsonRecord.read(directory.summary());
        } catch (IOException broken) {
            return unreadable(directory);
        }
        int code = (int) summary.number("exit-code", NONE);
        return new StoredNight(
                directory,
                summary.object("identity").text("shard"),
                words(code),
                code,
                Files.isRegularFile(directory.page()),
                summary.objects("results").stream().map(NightCatalog::cell).toList());
    }

    private static StoredCell cell(JsonRecord result) {
        int code = (int) result.number("code", NONE);
        JsonRecord ending = result.object("ending");
        String end = ending.text("end");
        boolean isKnown = code == ExitCode.VALID.code() && ending.number("exit-code", 0) == ExitCode.INVALID.code();
        String words = isKnown ? "known" : end.equals(End.JUDGED.words()) ? judged(result, ending, code) : end;
        return new StoredCell(result.text("cell"), words, code, result.text("run"));
    }

    private static String judged(JsonRecord result, JsonRecord ending, int code) {
        return ExitCode.of(code)
                .map(known -> NightText.word(
                        result.text("cell"),
                        known,
                        ending.text("verdict"),
                        !ending.texts("missed").isEmpty()))
                .orElseGet(() -> words(code));
    }

    private static String words(int code) {
        return ExitCode.of(code).map(ExitCode::words).orElse("exit code " + code);
    }

    /** Returns a night that did not end, or ended and was not told of. */
    private static StoredNight open(NightDirectory directory) {
        Night night;
        try {
            night = directory.read();
        } catch (RunException broken) {
            return unreadable(directory);
        }
        List<StoredCell> cells = Stream.concat(
                        night.results().stream().map(NightCatalog::cell),
                        night.missing().stream().map(cell -> new StoredCell(cell.name(), "missing", NONE, "")))
                .toList();
        return new StoredNight(directory, night.identity().shard(), "did not end", NONE, false, cells);
    }

    private static StoredCell cell(CellResult result) {
        return new StoredCell(
                result.cell(), NightText.word(result), result.code().code(), result.run());
    }

    private static StoredNight unreadable(NightDirectory directory) {
        return new StoredNight(directory, "", "cannot be read", NONE, false, List.of());
    }
}
