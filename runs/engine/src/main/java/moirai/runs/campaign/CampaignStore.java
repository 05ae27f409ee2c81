package moirai.runs.campaign;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import moirai.runs.RunException;
import moirai.runs.store.RunStore;

/**
 * The nights of all campaigns of a store, in {@code campaigns/<campaign>/<time>} beside its runs.
 *
 * @param store the directory of all runs; need not exist
 */
public record CampaignStore(Path store) {

    private static final String FOLDER = "campaigns";

    /** Returns the folder of all campaigns. */
    public Path root() {
        return store.resolve(FOLDER);
    }

    /** Returns the folder of the nights of a campaign. */
    public Path folder(String campaign) {
        return root().resolve(campaign);
    }

    /** Returns the names of the campaigns that have nights, sorted. */
    public List<String> campaigns() {
        return list(root()).stream()
                .filter(folder -> !list(folder).isEmpty())
                .map(folder -> folder.getFileName().toString())
                .filter(RunStore::isName)
                .toList();
    }

    /** Returns the nights of a campaign, the newest first, including those that did not end. */
    public List<NightDirectory> nights(String campaign) {
        return list(folder(campaign)).stream()
                .filter(night -> RunStore.isTime(night.getFileName().toString()))
                .map(NightDirectory::new)
                .filter(NightDirectory::hasBegun)
                .sorted(Comparator.comparing((NightDirectory night) ->
                                night.path().getFileName().toString())
                        .reversed())
                .toList();
    }

    /** A night that could be read, as it is at that moment. */
    public record ReadNight(NightDirectory directory, Night night) {}

    /**
     * Returns the nights of a campaign that can be read, the newest first; each is read when it is asked for, for there
     * may be years of them.
     *
     * @param warnings is told of each night that cannot be read
     */
    public Stream<ReadNight> readable(String campaign, Consumer<String> warnings) {
        return nights(campaign).stream().flatMap(directory -> {
            try {
                return Stream.of(new ReadNight(directory, directory.read()));
            } catch (RunException unreadable) {
                warnings.accept(directory.path() + " is left out: " + unreadable.getMessage());
                return Stream.empty();
            }
        });
    }

    /** Returns the newest night of a campaign, whether it ended or not. */
    public Optional<NightDirectory> newest(String campaign) {
        return nights(campaign).stream().findFirst();
    }

    private static List<Path> list(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
