package moirai.runs.campaign.changes;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Night;

/** The nights of a campaign that one is compared with. */
public final class EarlierNights {

    /** The number of nights that are looked at. */
    private static final int NIGHTS_MAX = 60;

    private EarlierNights() {}

    /**
     * Returns the nights that began before a night, ended, and had the same shard of the cells, the oldest first.
     *
     * @param warnings is told of each night that cannot be read
     */
    public static List<Night> before(Night night, CampaignStore store, Consumer<String> warnings) {
        return ended(night.identity().campaign(), store, warnings)
                .filter(one -> one.identity().id().compareTo(night.identity().id()) < 0)
                .filter(one -> one.identity().shard().equals(night.identity().shard()))
                .limit(NIGHTS_MAX)
                .toList()
                .reversed();
    }

    /**
     * Returns the nights of a campaign that ended, the newest first; each is read when it is asked for.
     *
     * @param warnings is told of each night that cannot be read
     */
    public static Stream<Night> ended(String campaign, CampaignStore store, Consumer<String> warnings) {
        return store.readable(campaign, warnings)
                .map(CampaignStore.ReadNight::night)
                .filter(Night::isEnded);
    }
}
