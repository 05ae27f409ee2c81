package moirai.mockstore.wire;

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

/** Proves to a real PostgreSQL that the password is known (RFC 5802 and 7677). */
record ScramLogin(WireClient client, String password, Map<String, String> settings) {

    private static final String MECHANISM = "SCRAM-SHA-256";
    private static final String NONCE = "moirai";
    private static final int SASL = 10;

    void run() {
        client.startup(3 << 16, settings).send();
        BackendMessage request = client.next();
        if (request.body().getInt() != SASL) {
            throw new IllegalStateException("the server wants " + request);
        }
        String first = "n=,r=" + NONCE;
        client.string(MECHANISM);
        sasl("n,," + first, true);
        String challenge = text(client.next());
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
            sasl(last + ",p=" + Base64.getEncoder().encodeToString(key), false);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
        BackendMessage answer = client.next();
        while (!answer.isLast()) {
            answer = client.next();
        }
    }

    private static byte[] hmac(byte[] key, String text) throws GeneralSecurityException {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    }

    /** The text after the number of the request. */
    private static String text(BackendMessage message) {
        var body = message.body();
        body.getInt();
        return StandardCharsets.UTF_8.decode(body).toString();
    }

    private void sasl(String text, boolean withLength) {
        byte[] content = text.getBytes(StandardCharsets.UTF_8);
        if (withLength) {
            client.int32(content.length);
        }
        for (byte each : content) {
            client.int8(each);
        }
        client.end('p').send();
    }
}
