"""Reads a DSSE envelope with an in-toto statement by their specifications alone: KEY ENVELOPE, both files."""
import base64, json, subprocess, sys, tempfile

ED25519_SPKI = bytes.fromhex('302a300506032b6570032100')


def verifies(public_key, message, signature):
    with tempfile.TemporaryDirectory() as folder:
        def put(name, content):
            with open(f'{folder}/{name}', 'wb') as file:
                file.write(content)
            return f'{folder}/{name}'
        pem = base64.encodebytes(ED25519_SPKI + public_key)
        key = put('key.pem', b'-----BEGIN PUBLIC KEY-----\n' + pem + b'-----END PUBLIC KEY-----\n')
        command = ['openssl', 'pkeyutl', '-verify', '-pubin', '-inkey', key, '-rawin']
        files = ['-in', put('message', message), '-sigfile', put('signature', signature)]
        return subprocess.run(command + files, capture_output=True).returncode == 0


name, key_id, encoded = open(sys.argv[1]).read().strip().split('+', 2)
envelope = json.load(open(sys.argv[2]))
payload, kind = base64.b64decode(envelope['payload'], validate=True), envelope['payloadType'].encode()
signed = b'DSSEv1 %d %s %d %s' % (len(kind), kind, len(payload), payload)
signatures = [one['sig'] for one in envelope['signatures'] if one['keyid'] == f'{name}+{key_id}']
public_key = base64.b64decode(encoded)[1:]
if not any(verifies(public_key, signed, base64.b64decode(signature)) for signature in signatures):
    sys.exit('not signed by this key')
statement = json.loads(payload)
assert statement['_type'] == 'https://in-toto.io/Statement/v1'
print(json.dumps({'sha256': statement['subject'][0]['digest']['sha256'], 'mode': statement['predicate']['mode']}))
