package moirai.nemesis.process;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a server is run.
 *
 * @param command its command line, which has to name the node's directory: that is how its process is known again
 * @param environment variables beside those of Moirai
 * @param orderlyEnd the signal by which it ends in good order, such as {@code INT}
 * @param endAtOnce the signal by which it ends at once, with what it has to free freed; {@code KILL} if it has none
 */
public record Program(List<String> command, Map<String, String> environment, String orderlyEnd, String endAtOnce) {

    public Program {
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new TreeMap<>(environment));
    }
}
