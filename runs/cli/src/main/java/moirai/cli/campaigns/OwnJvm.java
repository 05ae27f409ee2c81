package moirai.cli.campaigns;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import moirai.runs.campaign.execution.CellLauncher;

/**
 * The command that runs Moirai again as this process runs it, with another heap.
 *
 * @param heap as the JVM's option has it: {@code 512m}
 */
record OwnJvm(String heap) implements CellLauncher {

    /** The options of this process that a cell does not take over: those about memory, and agents. */
    private static final Pattern OWN = Pattern.compile("-X(mx|ms|mn|ss|run).*|-XX:(Initial|Max|Min)?(RAM|Heap).*"
            + "|-XX:OnOutOfMemoryError.*|-(agentlib|agentpath|javaagent):.*|-D" + PROPERTY + "=.*");

    @Override
    public List<String> command(List<String> run) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> !OWN.matcher(option).matches())
                .forEach(command::add);
        // A thread that dies for want of memory must not leave a run that waits for it.
        command.addAll(List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError", "-D" + PROPERTY + "=true"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), "moirai.cli.Moirai"));
        command.addAll(run);
        return command;
    }
}
