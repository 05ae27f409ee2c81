package moirai.mockstore.wire.startup;

import java.util.List;
import java.util.Map;
import java.util.Set;
import moirai.mockstore.StoreException;
import moirai.mockstore.sql.SqlSession;
import moirai.mockstore.sql.control.Settings;
import moirai.mockstore.wire.protocol.FrontendMessage;
import moirai.mockstore.wire.protocol.MessageWriter;

/** Answers a session's first message; every client is trusted. */
public final class Startup {

    private Startup() {}

    /**
     * Accepts the client and tells it about the server.
     *
     * @throws StoreException if the client asks for something that is not supported
     */
    public static void answer(FrontendMessage.Startup startup, SqlSession session, MessageWriter out) {
        Map<String, String> parameters = startup.parameters();
        if (parameters.getOrDefault("user", "").isEmpty()) {
            throw new StoreException("28000", "no PostgreSQL user name specified in startup packet");
        }
        if (!Set.of("false", "off", "no", "0").contains(parameters.getOrDefault("replication", "false"))) {
            throw new StoreException("0A000", "replication connections are not supported");
        }
        StartupSettings.of(parameters).forEach((name, value) -> set(session, name, value));
        session.begin();
        List<String> extensions = parameters.keySet().stream()
                .filter(name -> name.startsWith("_pq_."))
                .toList();
        if (startup.minor() > 0 || !extensions.isEmpty()) {
            out.negotiateProtocolVersion(extensions);
        }
        out.authenticationOk();
        out.parameterStatus("application_name", parameters.getOrDefault("application_name", ""));
        out.parameterStatus("client_encoding", session.setting("client_encoding"));
        out.parameterStatus("DateStyle", session.setting("datestyle"));
        out.parameterStatus(Settings.READ_ONLY, session.setting(Settings.READ_ONLY));
        out.parameterStatus("in_hot_standby", "off");
        out.parameterStatus("integer_datetimes", "on");
        out.parameterStatus("IntervalStyle", session.setting("intervalstyle"));
        out.parameterStatus("is_superuser", "off");
        out.parameterStatus("search_path", session.setting("search_path"));
        out.parameterStatus("server_encoding", "UTF8");
        out.parameterStatus("server_version", Settings.SERVER_VERSION);
        out.parameterStatus("session_authorization", parameters.getOrDefault("user", ""));
        out.parameterStatus("standard_conforming_strings", "on");
        out.parameterStatus("TimeZone", session.setting("timezone"));
    }

    private static void set(SqlSession session, String name, String value) {
        if (name.equalsIgnoreCase("search_path")) {
            // In quotes it would be a single name.
            session.set("search_path", value);
        } else {
            session.execute("SET " + name + " TO '" + value.replace("'", "''") + "'");
        }
    }
}
