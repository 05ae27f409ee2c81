package moirai.mockstore.wire.protocol;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves to a server that the password is known, by SCRAM-SHA-256 (RFC 5802 and 7677) without channel binding. The
 * server's own proof is not checked: it is one that this process has started.
 */
public final class ScramLogin {

    public static final String MECHANISM = "SCRAM-SHA-256";

    private final String password;
    private final String first;

    /** Begins a login with a number that is to be used once. */
    public ScramLogin(String password, String nonce) {
        this.password = password;
        this.first = "n=,r=" + nonce;
    }

    /** Returns the first message. */
    public String first() {
        return "n,," + first;
    }

    /** Returns the last message, which answers the server's challenge. */
    public String last(String challenge) {
        Map<Character, String> fields = Arrays.stream(challenge.split(","))
                .collect(Collectors.toMap(field -> field.charAt(0), field -> field.substring(2)));
        String last = "c=biws,r=" + fields.get('r');
        try {
            byte[] salted = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(new PBEKeySpec(
                            password.toCharArray(),
                            Base64.getDecoder().decode(fields.get('s')),
                            Integer.parseInt(fields.get('i')),
                            256))
                    .getEncoded();
            byte[] key = hmac(salted, "Client Key");
            byte[] signature =
                    hmac(MessageDigest.getInstance("SHA-256").digest(key), first + "," + challenge + "," + last);
            for (int i = 0; i < key.length; i++) {
                key[i] ^= signature[i];
            }
            return last + ",p=" + Base64.getEncoder().encodeToString(key);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }
}
