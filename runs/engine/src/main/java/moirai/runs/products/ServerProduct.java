package moirai.runs.products;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.runs.Target;

/** A product of which there may be one already, at a URL. */
public interface ServerProduct extends Product {

    /** How its URLs begin. */
    String urlStart();

    /** Whether this is one of its URLs. */
    default boolean isUrl(String url) {
        return url.startsWith(urlStart());
    }

    /** A whole URL, for messages: {@code jdbc:postgresql://HOST:PORT/NAME}. */
    String urlForm();

    /**
     * Who asks and with which password where the user does not say so: as the product's own tools take it from the
     * environment.
     */
    Endpoint withDefaults(Endpoint asked, Map<String, String> environment);

    /** The way to the mark of the database at this endpoint; nothing is touched yet. */
    Consent consent(Endpoint endpoint);

    /**
     * The database at this endpoint; nothing is touched yet. Whoever runs on it has to see to its {@linkplain
     * moirai.runs.consent.GuardRails consent} first.
     *
     * @throws IllegalArgumentException if the product cannot do what is wished, in words for the user
     */
    Target.Existing existing(Endpoint endpoint, Wish wish);

    /** How many servers the URL names: those between its slashes and the next one. */
    static int nodesIn(String url) {
        if (!url.contains("//")) {
            return 1;
        }
        String hosts = url.substring(url.indexOf("//") + 2).split("/", 2)[0];
        return hosts.split(",", -1).length;
    }

    /** The URLs of each of these servers alone. */
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
