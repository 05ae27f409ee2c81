package moirai.clients;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;

/**
 * The consent of an existing database to be tested: the content of its table {@value Consent#TABLE}.
 *
 * @param environment the environment's name, such as staging
 * @param owner the person or team that marked the database and may test it
 * @param allowsFaults whether its servers may be disturbed as well
 * @param expiresAt when the consent ends, in whole seconds
 * @param token binds all this to the database and its server: a mark that came with a copy of the data is none
 */
public record Mark(String environment, String owner, boolean allowsFaults, Instant expiresAt, String token) {

    private static final int TOKEN_BYTES = 8;

    public Mark {
        expiresAt = expiresAt.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Makes a mark for this database. */
    public static Mark of(
            Location location, String environment, String owner, boolean allowsFaults, Instant expiresAt) {
        var unbound = new Mark(environment, owner, allowsFaults, expiresAt, "");
        return new Mark(environment, owner, allowsFaults, expiresAt, unbound.tokenFor(location));
    }

    /** Returns whether the mark was made for this database, and not changed since. */
    public boolean belongsTo(Location location) {
        return token.equals(tokenFor(location));
    }

    private String tokenFor(Location location) {
        String faults = String.valueOf(allowsFaults);
        String text = String.join(
                "\n", location.database(), location.server(), environment, owner, faults, expiresAt.toString());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, TOKEN_BYTES);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java has SHA-256", missing);
        }
    }
}
