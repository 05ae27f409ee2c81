package moirai.nemesis.postgres;

/**
 * The version of a cluster's servers, and the one that they are brought to.
 *
 * @param last the same as {@code first} if they stay at it
 */
public record PostgresVersions(ServerVersion first, ServerVersion last) {

    /** The version on the class path, from beginning to end. */
    public static final PostgresVersions USUAL = of(ServerVersion.BUNDLED);

    public PostgresVersions {
        if (last.compareTo(first) < 0) {
            throw new IllegalArgumentException("servers of version " + first + " cannot be brought to " + last
                    + ": expected a newer version, or another one to begin with");
        }
    }

    /** Returns one version from beginning to end. */
    public static PostgresVersions of(ServerVersion only) {
        return new PostgresVersions(only, only);
    }

    /** Returns whether the servers are brought to another version. */
    public boolean isUpgrade() {
        return !first.equals(last);
    }

    /** Returns whether that version cannot read the files of the first. */
    boolean isMajor() {
        return first.major() != last.major();
    }

    String words() {
        return "from " + first + " to " + last;
    }
}
