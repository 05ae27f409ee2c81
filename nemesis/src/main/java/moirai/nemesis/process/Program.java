package moirai.nemesis.process;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The way to run a server.
 *
 * @param command its command line, which has to name the node's directory, so that its process can be recognised
 * @param environment variables beside those of Moirai
 * @param orderlyEnd the signal by which it ends in good order, such as {@code INT}
 * @param endAtOnce the signal by which it ends at once and frees what it has to free; {@code KILL} if it has none
 */
public record Program(List<String> command, Map<String, String> environment, String orderlyEnd, String endAtOnce) {

    public Program {
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }
}
