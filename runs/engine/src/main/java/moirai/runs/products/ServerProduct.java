package moirai.runs.products;

import java.util.Map;
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

    /**
     * The database at this endpoint; nothing is touched yet.
     *
     * @throws IllegalArgumentException if the product cannot do what is wished, in words for the user
     */
    Target existing(Endpoint endpoint, Wish wish);

    /** How many servers the URL names: those between its slashes and the next one. */
    static int nodesIn(String url) {
        if (!url.contains("//")) {
            return 1;
        }
        String hosts = url.substring(url.indexOf("//") + 2).split("/", 2)[0];
        return hosts.split(",", -1).length;
    }
}
