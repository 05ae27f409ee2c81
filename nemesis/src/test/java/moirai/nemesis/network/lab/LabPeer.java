package moirai.nemesis.network.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server at a host of a lab, which sends back what it gets and counts datagrams, and a client of others. It does what
 * its standard input says, answers each line with one, and ends with it.
 */
final class LabPeer {

    static final int PORT = 15_000;

    private static final AtomicInteger DATAGRAMS = new AtomicInteger();
    private static final Map<String, Socket> OPEN = new HashMap<>();

    private LabPeer() {}

    public static void main(String[] arguments) throws IOException {
        InetAddress own = InetAddress.getByName(arguments[0]);
        var server = new ServerSocket(PORT, 100, own);
        Thread.ofPlatform().daemon().start(() -> serve(server));
        var datagrams = new DatagramSocket(PORT, own);
        Thread.ofPlatform().daemon().start(() -> count(datagrams));
        System.out.println("ready");
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            System.out.println("done " + answer(line.split(" ", -1), datagrams));
        }
    }

    private static String answer(String[] words, DatagramSocket datagrams) {
        try {
            return switch (words[0]) {
                case "call" -> call(words[1]);
                case "say" -> say(words[1], Integer.parseInt(words[2]));
                case "hear" -> hear(words[1], Integer.parseInt(words[2]));
                case "send" -> send(words[1], Integer.parseInt(words[2]), datagrams);
                case "count" -> String.valueOf(DATAGRAMS.getAndSet(0));
                default -> "what?";
            };
        } catch (IOException failed) {
            return "failed " + failed.getMessage();
        }
    }

    /** Opens a connection and keeps it. */
    private static String call(String address) throws IOException {
        var socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(address, PORT), 500);
        OPEN.put(address, socket);
        return "connected";
    }

    private static String say(String address, int timeoutMillis) throws IOException {
        opened(address).getOutputStream().write(7);
        return hear(address, timeoutMillis);
    }

    private static String hear(String address, int timeoutMillis) throws IOException {
        opened(address).setSoTimeout(timeoutMillis);
        return "heard " + opened(address).getInputStream().read();
    }

    private static Socket opened(String address) {
        return Objects.requireNonNull(OPEN.get(address), "call first");
    }

    private static String send(String address, int count, DatagramSocket datagrams) throws IOException {
        var packet = new DatagramPacket(new byte[10], 10, new InetSocketAddress(address, PORT));
        for (int i = 0; i < count; i++) {
            datagrams.send(packet);
        }
        return "sent";
    }

    private static void serve(ServerSocket server) {
        try {
            while (true) {
                Socket client = server.accept();
                client.setTcpNoDelay(true);
                Thread.ofPlatform().daemon().start(() -> echo(client));
            }
        } catch (IOException ended) {
            System.out.println("ended: " + ended);
        }
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException broken) {
            // As some test wanted: this process answers questions, not the other end.
            return;
        }
    }

    private static void count(DatagramSocket datagrams) {
        try {
            var packet = new DatagramPacket(new byte[100], 100);
            while (true) {
                datagrams.receive(packet);
                DATAGRAMS.incrementAndGet();
            }
        } catch (IOException ended) {
            System.out.println("ended: " + ended);
        }
    }
}
