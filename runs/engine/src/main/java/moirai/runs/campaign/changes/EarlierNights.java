package moirai.runs.campaign.changes;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.runs.campaign.CampaignStore;
import moirai.runs.campaign.Night;

/** The nights of a campaign that one is compared with. */
public final class EarlierNights {

    /** The number of nights that are looked at. */
    private static final int NIGHTS_MAX = 60;

    private EarlierNights() {}

    /**
     * Returns the nights that began before a night, ended, and had all of its cells, the oldest first: those of the
     * same shard, and those with all cells, as a machine has them that keeps joined nights alone. A night of a shard
     * that is a part of a joined one is left out, so that no run counts twice.
     *
     * @param warnings is told of each night that cannot be read
     */
    public static List<Night> before(Night night, CampaignStore store, Consumer<String> warnings) {
        String shard = night.identity().shard();
        List<Night> earlier = ended(night.identity().campaign(), store, warnings)
                .filter(one -> one.identity().id().compareTo(night.identity().id()) < 0)
                .filter(one -> one.identity().shard().isEmpty()
                        || one.identity().shard().equals(shard))
                .limit(NIGHTS_MAX)
                .toList();
        Set<String> parts = earlier.stream()
                .flatMap(one -> one.identity().joined().stream())
                .collect(Collectors.toSet());
        return earlier.stream()
                .filter(one -> !parts.contains(one.identity().asPart()))
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
