package moirai.runs.products;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.runs.Target;

/** A product whose databases can also exist already, at a URL. */
public interface ServerProduct extends Product {

    /**
     * Returns the prefix of its URLs. No two products may share it: the first one on the list would always be taken.
     */
    String urlStart();

    /** Returns whether a text is a URL of this product. */
    default boolean isUrl(String url) {
        return url.startsWith(urlStart());
    }

    /** Returns the form of a URL, for messages: {@code jdbc:postgresql://HOST:PORT/NAME}. */
    String urlForm();

    /**
     * Returns the endpoint with the default user and password, which are taken from the environment as the product's
     * own tools do.
     */
    Endpoint withDefaults(Endpoint asked, Map<String, String> environment);

    /**
     * Returns the consent to write to the database at this endpoint, which is stored in its mark; nothing is touched
     * yet.
     */
    Consent consent(Endpoint endpoint);

    /**
     * Returns the database at this endpoint; nothing is touched yet. A caller that runs on it has to obtain {@linkplain
     * moirai.runs.consent.GuardRails consent} first.
     *
     * @throws IllegalArgumentException if the product cannot fulfil the wish, with a message for the user
     */
    Target.Existing existing(Endpoint endpoint, Wish wish);

    /** Returns the number of servers that the URL names between its double slash and the next slash. */
    static int nodesIn(String url) {
        if (!url.contains("//")) {
            return 1;
        }
        String hosts = url.substring(url.indexOf("//") + 2).split("/", 2)[0];
        return hosts.split(",", -1).length;
    }

    /** Returns the URLs of each of these servers alone. */
    static List<String> eachIn(String url) {
        int hosts = url.indexOf("//") + 2;
        if (nodesIn(url) == 1 || hosts == 1) {
            return List.of(url);
        }
        int end = url.indexOf('/', hosts);
        String rest = end < 0 ? "" : url.substring(end);
        return Arrays.stream(url.substring(hosts, end < 0 ? url.length() : end).split(",", -1))
                .map(host -> url.substring(0, hosts) + host + rest)
                .toList();
    }
}
