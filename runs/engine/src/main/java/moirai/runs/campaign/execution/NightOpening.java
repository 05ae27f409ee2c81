package moirai.runs.campaign.execution;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import moirai.runs.ExitCode;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Cell;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;
import moirai.runs.campaign.file.CampaignFile;
import moirai.runs.campaign.file.Shard;
import moirai.runs.files.HeldLock;
import moirai.runs.report.OwnCommand;
import moirai.runs.store.RunStore;

/** Begins a night, or goes on with the newest one if it did not end. One campaign at a time may do so in a store. */
public final class NightOpening {

    /** The nights from which the order of the cells follows. */
    private static final int NIGHTS_MAX = 30;

    private final CampaignStore store;
    private final CampaignFile file;
    private final Shard shard;
    private final Consumer<String> warnings;

    /**
     * @param store where nights are kept
     * @param warnings is told of each night that cannot be read, and that is left out
     */
    public NightOpening(CampaignStore store, CampaignFile file, Shard shard, Consumer<String> warnings) {
        this.store = store;
        this.file = file;
        this.shard = shard;
        this.warnings = warnings;
    }

    /** The wish to go on with a night that did not end, or not to. */
    public enum Wish {
        /** It goes on if neither the file nor Moirai has changed. */
        RESUME,
        /** It goes on in any case; results of cells whose arguments did not change stay. */
        RESUME_ANYWAY,
        /** It stays as it is, and a new night begins. */
        BEGIN
    }

    /**
     * A night that is to be executed.
     *
     * @param isResumed whether it has begun before
     */
    public record Opened(NightDirectory directory, boolean isResumed) {}

    /**
     * Takes the lock of the store, in which one campaign runs at a time.
     *
     * @throws RunException if another one has it
     */
    public static HeldLock lock(CampaignStore store) {
        return HeldLock.of(store.root().resolve("campaign.lock"))
                .orElseThrow(() -> new RunException(
                        "a campaign is running in " + store.store() + ": wait for its end, or give this one a store of"
                                + " its own (--store DIR)",
                        ExitCode.REFUSED));
    }

    /** Returns the newest night of this shard, if it is not over. */
    public Optional<NightDirectory> unfinished() {
        return store.readable(file.source().name(), warnings)
                .filter(one -> one.night().identity().shard().equals(shard.toString()))
                .map(CampaignStore.ReadNight::directory)
                .findFirst()
                .filter(night -> !night.isFinished());
    }

    /** Returns the cells in the order in which a new night would execute them. */
    public List<Cell> ordered(List<Cell> cells) {
        return new CellOrder(store.readable(file.source().name(), warnings)
                        .limit(NIGHTS_MAX)
                        .map(CampaignStore.ReadNight::night)
                        .toList())
                .of(cells);
    }

    /**
     * Opens the night.
     *
     * @param cells the cells of a date
     * @throws RunException if a night did not end, and what has changed since forbids to go on with it
     */
    public Opened open(Function<LocalDate, List<Cell>> cells, Wish wish) {
        Optional<NightDirectory> unfinished = wish == Wish.BEGIN ? Optional.empty() : unfinished();
        if (unfinished.isPresent()) {
            resume(unfinished.get(), cells, wish);
            return new Opened(unfinished.get(), true);
        }
        return new Opened(begin(cells), false);
    }

    private void resume(NightDirectory directory, Function<LocalDate, List<Cell>> cells, Wish wish) {
        Night night = directory.read();
        Night.Identity identity = night.identity();
        String changed = "";
        if (!identity.digest().equals(file.source().digest())) {
            changed = file.source().file() + " was edited since the night " + identity.id() + " began";
        } else if (!identity.moirai().equals(OwnCommand.version())) {
            changed = "the night " + identity.id() + " was begun by version " + identity.moirai()
                    + " of Moirai, and this is " + OwnCommand.version();
        }
        if (changed.isEmpty()) {
            return;
        }
        if (wish != Wish.RESUME_ANYWAY) {
            throw new RunException(
                    changed + ", and it did not end: expected --anyway to go on with it as the file is now, where"
                            + " results of unchanged cells stay, or --new for a new night",
                    ExitCode.REFUSED);
        }
        // The seed of that day: a cell that nobody edited has the arguments that it had.
        LocalDate date = LocalDate.ofInstant(Instant.parse(identity.begun()), ZoneOffset.UTC);
        directory.replace(
                night.with(
                        new Night.Identity(
                                identity.id(),
                                identity.campaign(),
                                identity.begun(),
                                OwnCommand.version(),
                                file.source().digest(),
                                identity.shard()),
                        ordered(cells.apply(date))),
                file.source().text());
    }

    private NightDirectory begin(Function<LocalDate, List<Cell>> cells) {
        Instant begun = Instant.now();
        List<Cell> ordered = ordered(cells.apply(LocalDate.ofInstant(begun, ZoneOffset.UTC)));
        Path path =
                new RunStore(store.root()).create(file.source().name(), begun).path();
        var directory = new NightDirectory(path);
        directory.begin(
                new Night(
                        new Night.Identity(
                                path.getFileName().toString(),
                                file.source().name(),
                                RunStore.began(path).orElse(begun).toString(),
                                OwnCommand.version(),
                                file.source().digest(),
                                shard.toString()),
                        ordered,
                        List.of()),
                file.source().text());
        return directory;
    }
}
