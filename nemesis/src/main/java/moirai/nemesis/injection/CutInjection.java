package moirai.nemesis.injection;

import java.util.List;
import moirai.nemesis.Node;
import moirai.nemesis.faults.Fault;
import moirai.nemesis.network.Links;
import moirai.nemesis.network.Way;
import moirai.nemesis.process.Pauses;

/** Holds up answers for a moment and then breaks the connections. */
final class CutInjection implements Injection {

    private final Fault.Cut fault;
    private final List<Node> nodes;
    private final SharedLinks links;
    private final SharedLinks.Hold hold;

    CutInjection(Fault.Cut fault, Site site) {
        this.fault = fault;
        this.nodes = site.free(fault.victims());
        this.links = site.links();
        this.hold = links.hold();
    }

    @Override
    public boolean isVain() {
        return nodes.isEmpty();
    }

    @Override
    public String target() {
        return String.join(" ", Site.names(nodes));
    }

    @Override
    public void inject() {
        List<Way> answers = LinkInjection.answers(nodes);
        answers.forEach(way -> hold.set(way, Condition.CUT));
        Pauses.unlessInterrupted(fault.heldUp());
        answers.forEach(way -> links.reset(Links.CLIENTS, way.from()));
    }

    @Override
    public void heal() {
        hold.letGo();
    }
}
