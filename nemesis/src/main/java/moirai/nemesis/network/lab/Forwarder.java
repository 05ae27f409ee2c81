package moirai.nemesis.network.lab;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import moirai.nemesis.network.UnixProxy;

/**
 * The program that runs at the clients' host of a lab and forwards what comes to Unix sockets. It ends with its
 * standard input, each line of which is a file, an address and a port: where to listen, and where that leads.
 */
public final class Forwarder {

    private Forwarder() {}

    /** Runs until its standard input ends. */
    public static void main(String[] arguments) throws IOException {
        // Not the console, which libraries might write to: the answers that the owner reads.
        var answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ", -1);
            try {
                UnixProxy.listen(
                        UnixDomainSocketAddress.of(words[0]),
                        new InetSocketAddress(words[1], Integer.parseInt(words[2])));
                answers.println("done");
            } catch (IOException failed) {
                answers.println("failed " + failed.getMessage());
            }
        }
        // Not an orderly end: connections may be in the middle of anything.
        Runtime.getRuntime().halt(0);
    }
}
