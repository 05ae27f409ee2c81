"""Passes connections on to a mock store, and prints each error with the last statement that was sent before it.

Arguments: the port to listen on, and the port of the store, both on 127.0.0.1.
"""
import asyncio, struct, sys

ASKS_FOR_ENCRYPTION = 80877103, 80877104


class Conversation:
    """The last statement of one connection, and the statements that it has prepared."""

    def __init__(self):
        self.statements = {}
        self.asked = b'(nothing)'

    def ask(self, kind, body):
        if kind == b'Q':
            self.asked = body[:-1]
        elif kind == b'P':
            name, text = body.split(b'\0')[:2]
            self.statements[name] = text
            self.asked = b'(prepare) ' + text
        elif kind == b'B':
            self.asked = b'(bind) ' + self.statements.get(body.split(b'\0')[1], b'?')

    def answer(self, kind, body):
        if kind == b'E':
            fields = {part[:1]: part[1:].decode(errors='replace') for part in body.split(b'\0') if part}
            asked = ' '.join(self.asked.decode(errors='replace').split())
            print(fields.get(b'C'), ' '.join(fields.get(b'M', '').split()), '\n   ', asked[:2000], flush=True)


async def pass_on(reader, writer, see, starts):
    """Passes messages on until the connection ends. The first ones have no type where starts is true."""
    try:
        while starts:
            length, code = struct.unpack('!ii', await reader.readexactly(8))
            writer.write(struct.pack('!ii', length, code) + await reader.readexactly(length - 8))
            starts = code in ASKS_FOR_ENCRYPTION
        while True:
            head = await reader.readexactly(5)
            body = await reader.readexactly(struct.unpack('!i', head[1:])[0] - 4)
            see(head[:1], body)
            writer.write(head + body)
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def converse(reader, writer):
    """Passes one connection on in both directions."""
    conversation = Conversation()
    from_store, to_store = await asyncio.open_connection('127.0.0.1', int(sys.argv[2]))

    async def answers():
        # One byte answers a request for encryption; the first message otherwise has a type that is neither.
        while (first := await from_store.read(1)) == b'N':
            writer.write(first)
        if not first:
            return writer.close()
        rest = await from_store.readexactly(4)
        body = await from_store.readexactly(struct.unpack('!i', rest)[0] - 4)
        conversation.answer(first, body)
        writer.write(first + rest + body)
        await pass_on(from_store, writer, conversation.answer, False)

    await asyncio.gather(pass_on(reader, to_store, conversation.ask, True), answers(), return_exceptions=True)


async def main():
    async with await asyncio.start_server(converse, '127.0.0.1', int(sys.argv[1])) as server:
        await server.serve_forever()


asyncio.run(main())
