package moirai.clients.cql;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import moirai.clients.ClientException;

/**
 * A URL of nodes of one cluster: {@code cql://HOST:PORT,HOST:PORT/DATACENTER}.
 *
 * @param nodes at least one
 * @param datacenter in which all nodes have to be; empty for the first node's
 */
public record CqlUrl(List<Node> nodes, String datacenter) {

    /** The beginning of the URL; nodes follow. */
    public static final String START = "cql://";

    /** The forms in which a node is written, for messages. */
    private static final String FORMS = "HOST, HOST:PORT, [ADDRESS] or [ADDRESS]:PORT of IPv6; ports are 1 to 65535";

    private static final int PORT_DEFAULT = 9042;

    private static final int PORT_MAX = 0xffff;

    /**
     * The address of a node for clients.
     *
     * @param host a name or an address, one of IPv6 in brackets
     */
    public record Node(String host, int port) {

        /**
         * Reads a node.
         *
         * @throws IllegalArgumentException with what would be accepted, if it is none
         */
        public static Node parse(String text) {
            int end = text.startsWith("[") ? text.indexOf(']') + 1 : text.indexOf(':');
            String host = end < 0 ? text : text.substring(0, end);
            String rest = text.substring(host.length());
            boolean isHost = host.matches("\\[[0-9A-Fa-f:.]*:[0-9A-Fa-f:.%a-z]*]|[A-Za-z0-9._-]+");
            if (!isHost || !(rest.isEmpty() || rest.matches(":[0-9]{1,5}"))) {
                throw refused(text);
            }
            int port = rest.isEmpty() ? PORT_DEFAULT : Integer.parseInt(rest.substring(1));
            if (port < 1 || port > PORT_MAX) {
                throw refused(text);
            }
            return new Node(host, port);
        }

        /**
         * Returns the refusal of a text, which is not quoted if it may hold a password: a user before the host suggests
         * one.
         */
        private static IllegalArgumentException refused(String text) {
            String shown = text.contains("@") ? "…" + text.substring(text.lastIndexOf('@')) : text;
            return new IllegalArgumentException("'" + shown + "' is not the address of a node: expected " + FORMS);
        }

        /** Returns the address, looked up now; unresolved if the name is unknown. */
        InetSocketAddress address() {
            return new InetSocketAddress(host, port);
        }

        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    public CqlUrl {
        nodes = List.copyOf(nodes);
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("no node is named");
        }
    }

    /**
     * Reads a URL.
     *
     * @throws ClientException with what would be accepted, if it is none
     */
    public static CqlUrl parse(String url) {
        if (!url.startsWith(START)) {
            throw new ClientException("'" + url + "' is not the address of a node: expected " + START + "HOST:PORT");
        }
        String[] parts = url.substring(START.length()).split("/", 2);
        try {
            return new CqlUrl(
                    Arrays.stream(parts[0].split(",", -1)).map(Node::parse).toList(), parts.length > 1 ? parts[1] : "");
        } catch (IllegalArgumentException wrong) {
            throw new ClientException(String.valueOf(wrong.getMessage()), wrong);
        }
    }

    /** Returns the URL of one of these nodes, in the same datacenter. */
    CqlUrl only(Node node) {
        return new CqlUrl(List.of(node), datacenter);
    }

    /** Returns the text that {@link #parse} reads. */
    @Override
    public String toString() {
        String all = nodes.stream().map(Node::toString).collect(Collectors.joining(","));
        return START + all + (datacenter.isEmpty() ? "" : "/" + datacenter);
    }
}
