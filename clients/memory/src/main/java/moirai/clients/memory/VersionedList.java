package moirai.clients.memory;

/** The list of one key: its versions from the newest to the oldest that a transaction may still read. */
final class VersionedList {

    /** The number of versions below which none is dropped. */
    private static final int KEPT_MIN = 16;

    final int key;
    private Version current = Version.initial();
    private int versionCount = 1;
    private int pruneAt = KEPT_MIN;
    /** Set by a bug: every later append is refused. */
    boolean frozen;
    /** The length of the longest list that a committed transaction has read truthfully. */
    int longestCommittedRead;

    VersionedList(int key) {
        this.key = key;
    }

    Version current() {
        return current;
    }

    /** Returns the newest version that was committed no later than {@code snapshot}. */
    Version at(long snapshot) {
        Version version = current;
        while (version.stamp > snapshot) {
            version = version.older;
        }
        if (version == Version.NONE) {
            throw new IllegalStateException("key " + key + " has lost its version at commit " + snapshot);
        }
        return version;
    }

    /** Returns the version that a commit put on top of {@code version}, which is not the current one. */
    Version successor(Version version) {
        Version next = current;
        while (next.older != version) {
            next = next.older;
        }
        return next;
    }

    /** Returns whether the commit {@code stamp} made a version that is still kept. */
    boolean hasVersionOf(long stamp) {
        Version version = current;
        while (version.stamp > stamp) {
            version = version.older;
        }
        return version.stamp == stamp;
    }

    /** Makes a version current. Versions that no snapshot from {@code horizon} on can see are dropped now and then. */
    void install(Version version, long horizon) {
        current = version;
        versionCount++;
        if (versionCount >= pruneAt) {
            prune(horizon);
            // Twice what had to be kept: each version is then looked at O(1) times.
            pruneAt = Math.max(KEPT_MIN, 2 * versionCount);
        }
    }

    private void prune(long horizon) {
        Version version = current;
        versionCount = 1;
        while (version.stamp > horizon) {
            version = version.older;
            versionCount++;
        }
        version.older = Version.NONE;
    }
}
