package moirai.runs.campaign.changes;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import moirai.runs.RunException;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Night;
import moirai.runs.campaign.NightDirectory;

/** The nights of a campaign that one is compared with. */
public final class EarlierNights {

    /** How many nights are looked at. */
    private static final int NIGHTS_MAX = 60;

    private EarlierNights() {}

    /**
     * Returns the nights that began before a night, ended, and had the same shard of the cells, the oldest first.
     *
     * @param warnings is told of each night that cannot be read
     */
    public static List<Night> before(Night night, CampaignStore store, Consumer<String> warnings) {
        var earlier = new ArrayList<Night>();
        for (NightDirectory directory : store.nights(night.identity().campaign())) {
            boolean isBefore = directory
                            .path()
                            .getFileName()
                            .toString()
                            .compareTo(night.identity().id())
                    < 0;
            if (isBefore && earlier.size() < NIGHTS_MAX) {
                read(directory, warnings)
                        .filter(Night::isEnded)
                        .filter(one ->
                                one.identity().shard().equals(night.identity().shard()))
                        .ifPresent(earlier::add);
            }
        }
        return earlier.reversed();
    }

    private static Optional<Night> read(NightDirectory directory, Consumer<String> warnings) {
        try {
            return Optional.of(directory.read());
        } catch (RunException unreadable) {
            warnings.accept(directory.path() + " is left out: " + unreadable.getMessage());
            return Optional.empty();
        }
    }
}
