package moirai.clients.memory;

/** Chooses the version that the first read of a key sees: the snapshot's, unless a bug fires. */
final class Reads {

    private static final long NOTHING = -1;

    private Reads() {}

    static void see(MemoryTxn txn, KeyUse use) {
        Version version = use.list.at(txn.snapshot());
        if (version.torn) {
            txn.doom();
        }
        if (txn.hides()) {
            use.see(withoutHidden(version, txn.hidden()));
        } else if (txn.hasAppends() || !deviates(txn, use, version)) {
            use.see(version);
        }
    }

    /**
     * Replaces the version of the snapshot by another answer if a bug has its opportunity here and fires; returns
     * whether it did.
     */
    private static boolean deviates(MemoryTxn txn, KeyUse use, Version version) {
        BugTrigger trigger = txn.database().trigger();
        if (trigger.plants(PlantedBug.FRACTURED_READ)
                && wouldFracture(txn, use.list)
                && trigger.fires(PlantedBug.FRACTURED_READ)) {
            txn.moveSnapshot(txn.database().lastCommit());
            use.see(use.list.current());
            return true;
        }
        if (trigger.plants(PlantedBug.VIEW_GOING_BACK)) {
            long seen = seenElsewhere(txn, use.list);
            if (seen != NOTHING && trigger.fires(PlantedBug.VIEW_GOING_BACK)) {
                use.see(use.list.at(seen - 1));
                return true;
            }
        }
        if (version.appended >= 2 && trigger.fires(PlantedBug.INTERMEDIATE_READ)) {
            use.seeInstead(version, version.elements, version.length - 1);
            return true;
        }
        if (version.length >= 2
                && version.appended == 1
                && use.list.longestCommittedRead >= version.length
                && trigger.fires(PlantedBug.INCOMPATIBLE_ORDER)) {
            use.seeInstead(version, withoutLastButOne(version), version.length - 1);
            return true;
        }
        return false;
    }

    /** Returns a commit that made a version of this list and of a list that was read exactly as the commit left it. */
    private static long seenElsewhere(MemoryTxn txn, VersionedList list) {
        long oldest = txn.database().lastCommit() - MemoryDatabase.STALENESS_MAX;
        for (KeyUse other : txn.uses()) {
            if (other.isRead()
                    && other.list != list
                    && other.version().stamp > Math.max(0, oldest)
                    && list.hasVersionOf(other.version().stamp)) {
                return other.version().stamp;
            }
        }
        return NOTHING;
    }

    /**
     * Returns whether one commit since the snapshot made a version of this list and of a list that was read before.
     */
    private static boolean wouldFracture(MemoryTxn txn, VersionedList list) {
        for (KeyUse other : txn.uses()) {
            if (other.isRead()) {
                Version version = other.list.current();
                while (version != other.version()) {
                    if (version.stamp > txn.snapshot() && list.hasVersionOf(version.stamp)) {
                        return true;
                    }
                    version = version.older;
                }
            }
        }
        return false;
    }

    private static int[] withoutLastButOne(Version version) {
        var elements = new int[version.length - 1];
        System.arraycopy(version.elements, 0, elements, 0, version.length - 2);
        elements[version.length - 2] = version.elements[version.length - 1];
        return elements;
    }

    /** Returns the newest version, from this one down, that neither is the hidden commit's nor depends on it. */
    private static Version withoutHidden(Version newest, long hidden) {
        Version version = newest;
        while (version.stamp >= hidden && Commits.dependsOn(version, hidden)) {
            version = version.older;
        }
        return version;
    }
}
